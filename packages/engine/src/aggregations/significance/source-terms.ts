import type { Analyzer } from '../../analysis/analyzer.ts';
import { utf8Of } from '../../codec/utf8-scratch.ts';
import type { SegmentReader } from '../../segment/segment-reader.ts';
import { growFloat64, growInt32 } from '../values/growable.ts';
import type { Meter } from '../values/meter.ts';
import { NumberedTexts } from '../values/numbered-texts.ts';
import type { ValueSink, ValueSource } from '../values/value-source.ts';
import type { DuplicateRuns, TakeWord } from './duplicate-runs.ts';
import { sourceTexts } from './source-texts.ts';

/** Bytes of a document that take as long as a step to be parsed and analyzed, as a power of two. */
const PER_STEP = 6;

export interface SourceTermsOptions {
  /** Where in documents the texts stand. */
  readonly paths: readonly string[];
  /** null: each text is one term. */
  readonly analyzer: Analyzer | null;
  /** Leaves out what was copied; null: nothing is. */
  readonly duplicates: DuplicateRuns | null;
  readonly meter: Meter;
}

/** Analyzes stored documents, and numbers the terms of their texts as they are met. */
export class SourceTerms {
  readonly #options: SourceTermsOptions;
  readonly #numbered: NumberedTexts;

  constructor(options: SourceTermsOptions) {
    this.#options = options;
    this.#numbered = new NumberedTexts(options.meter);
  }

  text(number: number): string {
    return this.#numbered.texts[number]!;
  }

  source(segment: SegmentReader): ValueSource {
    return new TermsOfDocs(segment, (stored, parent) => this.#termsOf(stored, parent));
  }

  /** The numbers of the terms of a document, each once. */
  #termsOf(stored: Uint8Array, parent: number): ReadonlySet<number> {
    const { paths, duplicates, meter } = this.#options;
    meter.charge(2 + (stored.length >>> PER_STEP));
    duplicates?.startDocument(parent);
    const terms = new Set<number>();
    const take = (word: Uint8Array): void => {
      terms.add(this.#numbered.numberOf(decoder.decode(word)));
    };
    for (const text of sourceTexts(stored, paths)) {
      meter.charge(1 + (text.length >>> PER_STEP));
      this.#eachWord(text, duplicates === null ? take : (word) => duplicates.word(word.slice(), take));
      duplicates?.endText(take);
    }
    return terms;
  }

  /** The words in UTF-8, each valid during its call: a long text has more of them than there is room for. */
  #eachWord(text: string, take: TakeWord): void {
    const { analyzer } = this.#options;
    if (analyzer === null) {
      take(utf8Of(text));
      return;
    }
    analyzer.analyze(text, {
      token: (buffer, start, length) => take(buffer.subarray(start, start + length)),
    });
  }
}

const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

type TermsOf = (stored: Uint8Array, parent: number) => ReadonlySet<number>;

/** Gives the terms of each document in the order of its text. */
class TermsOfDocs implements ValueSource {
  /** None repeats within a document. */
  readonly multiValued = false;
  readonly #segment: SegmentReader;
  readonly #termsOf: TermsOf;
  #docs = new Int32Array(128);
  #parents = new Int32Array(128);
  #values = new Float64Array(128);

  constructor(segment: SegmentReader, termsOf: TermsOf) {
    this.#segment = segment;
    this.#termsOf = termsOf;
  }

  read(docs: Int32Array, parents: Int32Array, length: number, sink: ValueSink): void {
    let count = 0;
    for (let i = 0; i < length; i++) {
      const stored = this.#segment.sourceOf(docs[i]!);
      if (stored === null) continue;
      const terms = this.#termsOf(stored, parents[i]!);
      this.#docs = growInt32(this.#docs, count + terms.size, 0);
      this.#parents = growInt32(this.#parents, count + terms.size, 0);
      this.#values = growFloat64(this.#values, count + terms.size, 0);
      for (const term of terms) {
        this.#docs[count] = docs[i]!;
        this.#parents[count] = parents[i]!;
        this.#values[count++] = term;
      }
    }
    if (count > 0) sink.values(this.#docs, this.#parents, this.#values, count);
  }
}
