import { ApiError } from '@sextant/contract';
import { DocumentError } from '../../budget/document-error.ts';
import { endsRequest } from '../../budget/ends-request.ts';
import type { FieldValue, MappedField } from '../../mapping/mapped-field.ts';
import { isShown } from '../../segment/is-shown.ts';
import type { SegmentReader } from '../../segment/segment-reader.ts';
import { BoolWeight } from '../bool-weight.ts';
import { textOf } from '../explanation.ts';
import { BlockScorer, type DocBlock, type Scorer } from '../scorer.ts';
import { type QueryContext, SegmentWeight, type Weight } from '../weight.ts';
import type { WordSink } from '../word-sink.ts';
import { type BindField, DerivedDocuments } from './derived-documents.ts';
import { DerivedValues } from './derived-values.ts';
import { storedValues } from './stored-values.ts';
import { ValueBatch } from './value-batch.ts';

/** Documents whose values are made at once: more where they come one after the other. */
const FIRST_BATCH = 128;
const LARGEST_BATCH = 1024;
/** So many are no longer worth to be made together with others. */
const FULL_BATCH = 512;

/**
 * The query of a field whose values a script makes: OpenSearch's `DerivedFieldQuery`. All that match have one score.
 * `bind` makes the same query of a field that documents have.
 */
export function derivedWeight(
  field: MappedField,
  context: QueryContext,
  boost: number,
  bind: BindField,
): Weight {
  return new DerivedWeight(field, context, boost, bind);
}

/** The same where the text that the script is made of has to match first, which is told by the index. */
export function prefilteredWeight(
  field: MappedField,
  context: QueryContext,
  boost: number,
  bind: BindField,
): Weight {
  const prefilter = prefilterOf(field, context);
  const weight = derivedWeight(field, context, boost, bind);
  if (prefilter === null) return weight;
  const filter = [bind(prefilter, { ...context, needsScores: false }), weight];
  return new BoolWeight(context, { must: [], filter, should: [], mustNot: [], minimum: 0 });
}

function prefilterOf({ derived }: MappedField, { mapping }: QueryContext): MappedField | null {
  const name = derived!.definition.prefilter;
  if (name === null) return null;
  const field = mapping.field(name);
  const refused = (why: string): ApiError => {
    return new ApiError({ type: 'mapper_exception', reason: `prefilter_field[${name}] ${why}` });
  };
  if (field === undefined) throw refused('is not defined in the index mappings');
  if (field.derived !== undefined) throw refused('should be of type text. Type found [derived].');
  if (field.type !== 'text') throw refused(`should be of type text. Type found [${field.type}].`);
  return field;
}

class DerivedWeight extends SegmentWeight {
  readonly #field: MappedField;
  readonly #context: QueryContext;
  readonly #score: number;
  readonly #documents: DerivedDocuments;
  #values: DerivedValues | null = null;

  constructor(field: MappedField, context: QueryContext, boost: number, bind: BindField) {
    super(context);
    this.#field = field;
    this.#context = context;
    this.#score = context.needsScores === false ? 0 : boost;
    this.#documents = new DerivedDocuments(field, context, bind);
  }

  override get isGradual(): boolean {
    return true;
  }

  override scorer(segment: number): Scorer | null {
    const reader = this.segment(segment);
    if (reader.maxDoc === 0) return null;
    this.#values ??= this.#bindValues();
    return new DerivedScorer(reader, this.#field, this.#context, {
      score: this.#score,
      values: this.#values,
      documents: this.#documents,
    });
  }

  /** A script that cannot be run fails where there are documents to run it for. */
  #bindValues(): DerivedValues {
    try {
      return new DerivedValues(this.#field.derived!, this.#context);
    } catch (error) {
      if (!(error instanceof ApiError) || endsRequest(error)) throw error;
      throw new DocumentError(error.error, { cause: error });
    }
  }

  text(): string {
    return `DerivedFieldQuery (Query: [ ${textOf(this.#documents.weight)}])`;
  }

  words(sink: WordSink): void {
    this.#documents.weight.words?.(sink);
  }
}

interface Deriving {
  readonly score: number;
  readonly values: DerivedValues;
  readonly documents: DerivedDocuments;
}

class DerivedScorer extends BlockScorer {
  readonly cost: number;
  readonly maxScore: number;
  readonly isReluctant = true;
  readonly #segment: SegmentReader;
  readonly #field: MappedField;
  readonly #context: QueryContext;
  readonly #deriving: Deriving;
  /** Found and not told yet: from `#at` on. */
  #found = new Int32Array(0);
  #at = 0;
  /** The first document that was not looked at. */
  #next = 0;
  #batch = FIRST_BATCH;

  constructor(segment: SegmentReader, field: MappedField, context: QueryContext, deriving: Deriving) {
    super();
    this.#segment = segment;
    this.#field = field;
    this.#context = context;
    this.#deriving = deriving;
    this.cost = segment.maxDoc;
    this.maxScore = deriving.score;
  }

  override nextBlock(block: DocBlock, from: number, minScore: number): boolean {
    block.length = 0;
    if (this.maxScore <= minScore) return false;
    if (this.#at === this.#found.length && !this.#findMore(from)) return false;
    const { docs } = block;
    while (block.length < docs.length && this.#at < this.#found.length) {
      const doc = this.#found[this.#at++]!;
      if (doc >= from) docs[block.length++] = doc;
    }
    block.scores.fill(this.maxScore, 0, block.length);
    return true;
  }

  /** false at the end. */
  #findMore(from: number): boolean {
    const first = Math.max(this.#next, from);
    if (first >= this.cost) return false;
    // Where documents are passed over, others may decide.
    this.#batch = first > this.#next ? FIRST_BATCH : this.#batch;
    const end = Math.min(this.cost, first + this.#batch);
    this.#batch = Math.min(LARGEST_BATCH, this.#batch * 2);
    const docs = Int32Array.from({ length: end - first }, (_, i) => first + i);
    const hits = new Uint8Array(docs.length);
    const looked = this.#mark(docs, docs.length, hits, true);
    this.#next = first + looked;
    this.#found = docs.filter((_, i) => hits[i] === 1);
    this.#at = 0;
    return true;
  }

  override probe(docs: Int32Array, length: number, hits: Uint8Array, scores: Float64Array | null): void {
    const own = new Uint8Array(length);
    this.#mark(docs, length, own, false);
    for (let i = 0; i < length; i++) {
      if (own[i] === 0) continue;
      hits[i] = 1;
      if (scores !== null) scores[i]! += this.maxScore;
    }
  }

  /**
   * Sets the hits; returns how many documents were looked at. `mayEnd`: before one of which the script can say nothing, as it may
   * never be asked for.
   */
  #mark(docs: Int32Array, length: number, hits: Uint8Array, mayEnd: boolean): number {
    const { values, documents } = this.#deriving;
    const { budget, nestedPath } = this.#context;
    values.setSegment(this.#segment);
    const batch = new ValueBatch(documents, hits, budget);
    let looked = 0;
    for (; looked < length; looked++) {
      const doc = docs[looked]!;
      if (!isShown(this.#segment, doc, nestedPath)) continue;
      budget.charge(2);
      // Others have their turn between two batches.
      if (mayEnd && looked >= FULL_BATCH && budget.sliceOver) break;
      const own = this.#storedOf(doc, mayEnd && looked > 0);
      if (own === null) break;
      batch.add(looked, own);
    }
    batch.flush();
    return looked;
  }

  #storedOf(doc: number, mayFail: boolean): FieldValue[] | null {
    const { definition, type, within } = this.#field.derived!;
    const ignoresMalformed = definition.ignoresMalformed === true;
    try {
      const values = this.#deriving.values.valuesOf(doc);
      return storedValues(values, { type, isWithin: within !== null, ignoresMalformed });
    } catch (error) {
      if (!mayFail || !(error instanceof ApiError) || endsRequest(error)) throw error;
      return null;
    }
  }
}
