import { ApiError } from '@sextant/contract';
import { runThrough } from '../budget/slices.ts';
import type { WorkBudget } from '../budget/work-budget.ts';
import type { MappedField } from '../mapping/mapped-field.ts';
import type { Mapping } from '../mapping/mapping.ts';
import { requireFielddata } from '../mapping/require-fielddata.ts';
import { prepareFielddata } from '../segment/prepare-fielddata.ts';
import type { SegmentReader, ShardSearcher } from '../segment/segment-reader.ts';
import type { ContextVariable, ScriptContext } from './compile/scope.ts';
import { DocLookup } from './doc-values.ts';
import type { ScriptState } from './frame.ts';
import { JavaError } from './java-error.ts';
import type { JavaMap } from './java-map.ts';
import { scriptDocument, scriptValue } from './json-values.ts';
import { Program } from './program.ts';
import { type ScoredDocument, scoreFunctions } from './score-functions.ts';
import { checkRunnable, type ScriptSpec } from './script-spec.ts';

/** Contexts of searches: what scripts are given there, and answer. */
const given: readonly ContextVariable[] = [
  { name: 'params', type: 'Map', place: 0 },
  { name: 'doc', type: 'Map', place: 1 },
];
const scored: readonly ContextVariable[] = [...given, { name: '_score', type: 'double', place: 2 }];

export const searchContexts = {
  filter: { name: 'filter', returns: 'boolean', variables: given },
  score: { name: 'score', returns: 'double', variables: scored, functions: scoreFunctions },
  field: { name: 'field', returns: 'def', variables: given },
  numberSort: { name: 'number_sort', returns: 'double', variables: scored },
  stringSort: { name: 'string_sort', returns: 'String', variables: scored },
  aggs: { name: 'aggs', returns: 'def', variables: [...scored, { name: '_value', type: 'def', place: 3 }] },
  aggsMap: {
    name: 'aggs_map',
    returns: 'void',
    variables: [...scored, { name: 'state', type: 'Map', place: 3 }],
  },
  termsSet: { name: 'terms_set', returns: 'Number', variables: given },
} satisfies Readonly<Record<string, ScriptContext>>;

const writesParams =
  /\bparams\b\s*(?:\.\s*\w+|\[[^\]]*\])*\s*(?:(?:[-+*/%&|^]|<<|>>>?)?=(?!=)|\+\+|--|\.\s*(?:put|remove|clear|replace|merge|compute)\w*\s*\()|(?:\+\+|--)\s*params\b|[(,=]\s*params\s*[,);]/;

/** What a shard gives a script. */
export interface ScriptPlace {
  readonly mapping: Pick<Mapping, 'field'>;
  readonly searcher: Pick<ShardSearcher, 'index' | 'shard' | 'segments' | 'docBases'>;
  readonly budget: WorkBudget;
}

/** A script over the documents of a shard, one at a time. */
export class SearchScript {
  readonly #program: Program;
  readonly #doc: DocLookup;
  readonly #params: JavaMap;
  readonly #state: ScriptState;
  readonly #readsSource: boolean;
  readonly #document: ScoredDocument;
  #score = 0;

  /** Throws ApiError: `script_exception` where it cannot be compiled. */
  constructor(spec: ScriptSpec, context: ScriptContext, { mapping, searcher, budget }: ScriptPlace) {
    checkRunnable(spec);
    const prepare = (field: MappedField): void => {
      try {
        requireFielddata(field);
      } catch (error) {
        if (error instanceof ApiError) throw new JavaError(error.error.type, error.error.reason);
        throw error;
      }
      runThrough(prepareFielddata(searcher.segments, field, budget));
    };
    this.#doc = new DocLookup((name) => mapping.field(name), prepare);
    this.#params = scriptValue(spec.params) as JavaMap;
    // Filters are not given the document as it was sent.
    this.#readsSource = context !== searchContexts.filter && spec.source.includes('_source');
    const isFixed = !this.#readsSource && !writesParams.test(spec.source);
    const params = new Map(this.#params.entries().map(({ key, value }) => [String(key), value]));
    this.#program = new Program(spec.source, context, { doc: this.#doc, ...(isFixed ? { params } : {}) });
    this.#document = { searcher, fields: this.#doc, segment: null, doc: 0 };
    const variables = [this.#params, this.#doc, () => this.#score, null, this.#document];
    this.#state = this.#program.state(variables, budget);
  }

  /** It asks for the score of the document. */
  get needsScores(): boolean {
    return this.#program.used.has('_score');
  }

  /** What it makes is kept: see `ScriptState.keep`. */
  keep(): void {
    this.#state.keep();
  }

  setSegment(segment: SegmentReader): void {
    this.#document.segment = segment;
    this.#doc.setSegment(segment);
  }

  /** What it says of a document of the segment. Throws ApiError `script_exception`, and what the budget throws. */
  run(doc: number, score = 0, value: unknown = null): unknown {
    this.#doc.setDoc(doc);
    this.#document.doc = doc;
    this.#score = score;
    this.#state.variables[3] = value;
    if (this.#readsSource) this.#readSource(doc);
    return this.#program.run(this.#state);
  }

  #readSource(doc: number): void {
    const stored = this.#document.segment?.sourceOf(doc) ?? null;
    this.#state.take(stored?.length ?? 0);
    this.#params.set('_source', stored === null ? null : scriptDocument(stored, 'HashMap'));
  }
}
