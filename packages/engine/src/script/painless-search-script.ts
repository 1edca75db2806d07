import type { SegmentReader } from '../segment/segment-reader.ts';
import type { ScriptContext } from './compile/scope.ts';
import type { DocLookup } from './doc-values.ts';
import type { ScriptState } from './frame.ts';
import type { JavaMap } from './java-map.ts';
import { scriptDocument, scriptValue } from './json-values.ts';
import { Program } from './program.ts';
import type { ScoredDocument } from './score-functions.ts';
import type { ScriptSpec } from './script-spec.ts';
import { docLookup, type ScriptPlace, type SearchScript, searchContexts } from './search-script.ts';
import { StoredLookup } from './stored-lookup.ts';

const namedDoc = /(?:\.\s*|['"])_?doc\b/;

/** Whether the parameters may be asked for `doc`, by one of its names. */
function mayNameDoc(source: string): boolean {
  return source.includes('params') && namedDoc.test(source);
}

/** Of an object within a document, which has none of its own. */
const NO_SOURCE = new TextEncoder().encode('{}');

/** A script in Painless over the documents of a shard. */
export class PainlessSearchScript implements SearchScript {
  readonly #program: Program;
  readonly #doc: DocLookup;
  readonly #params: JavaMap;
  readonly #state: ScriptState;
  readonly #readsSource: boolean;
  /** null: the script does not ask for stored fields. */
  readonly #stored: StoredLookup | null;
  readonly #document: ScoredDocument;
  #score = 0;

  /** Throws ApiError: `script_exception` where it cannot be compiled. */
  constructor(spec: ScriptSpec, context: ScriptContext, place: ScriptPlace) {
    const { searcher, budget } = place;
    this.#doc = docLookup(place);
    this.#params = scriptValue(spec.params) as JavaMap;
    // Filters are not given the document as it was sent.
    const isFilter = context === searchContexts.filter;
    this.#readsSource = !isFilter && spec.source.includes('_source');
    const namesDoc = !isFilter && mayNameDoc(spec.source);
    if (namesDoc) for (const name of ['doc', '_doc']) this.#params.set(name, this.#doc);
    this.#stored =
      isFilter || !spec.source.includes('_fields')
        ? null
        : new StoredLookup(place.mapping, (bytes) => this.#state.take(bytes));
    if (this.#stored !== null) this.#params.set('_fields', this.#stored);
    const isFixed = !this.#readsSource && !namesDoc && this.#stored === null;
    const params = new Map(this.#params.entries().map(({ key, value }) => [String(key), value]));
    this.#program = new Program(spec.source, context, { doc: this.#doc, ...(isFixed ? { params } : {}) });
    this.#document = { searcher, fields: this.#doc, segment: null, doc: 0 };
    const variables = [this.#params, this.#doc, () => this.#score, null, this.#document];
    this.#state = this.#program.state(variables, budget);
  }

  get needsScores(): boolean {
    return this.#program.used.has('_score');
  }

  keep(): void {
    this.#state.keep();
  }

  setSegment(segment: SegmentReader): void {
    this.#document.segment = segment;
    this.#doc.setSegment(segment);
  }

  run(doc: number, score = 0, value: unknown = null): unknown {
    this.#doc.setDoc(doc);
    this.#document.doc = doc;
    this.#score = score;
    this.#state.variables[3] = value;
    if (this.#readsSource) this.#readSource(doc);
    const { segment } = this.#document;
    if (this.#stored !== null && segment !== null) this.#stored.set(segment, doc);
    return this.#program.run(this.#state);
  }

  #readSource(doc: number): void {
    const stored = this.#document.segment?.sourceOnce(doc) ?? NO_SOURCE;
    this.#state.take(stored.length);
    this.#params.set('_source', scriptDocument(stored, 'HashMap'));
  }
}
