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
import { JavaError } from './java-error.ts';
import { scoreFunctions } from './score-functions.ts';

/** What all scripts of searches are given. */
export const given: readonly ContextVariable[] = [
  { name: 'params', type: 'Map', place: 0 },
  { name: 'doc', type: 'Map', place: 1 },
];
const scored: readonly ContextVariable[] = [...given, { name: '_score', type: 'double', place: 2 }];

/** Contexts of searches: what scripts are given there, and answer. */
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

/** What a shard gives a script. */
export interface ScriptPlace {
  readonly mapping: Pick<Mapping, 'field' | 'mapper' | 'nestedPathOf'>;
  readonly searcher: Pick<ShardSearcher, 'index' | 'shard' | 'segments' | 'docBases'>;
  readonly budget: WorkBudget;
}

/** A script over the documents of a shard, one at a time. */
export interface SearchScript {
  /** It asks for the score of the document. */
  readonly needsScores: boolean;
  /** What it makes is kept: see `ScriptState.keep`. */
  keep(): void;
  setSegment(segment: SegmentReader): void;
  /** What it says of a document of the segment. Throws ApiError `script_exception`, and what the budget throws. */
  run(doc: number, score?: number, value?: unknown): unknown;
  /** The same where it says nothing but numbers: nothing is made for them. `value`: a number that it is given. */
  runNumber?(doc: number, score: number, value: number): number;
  /**
   * The same of many documents of the segment, where to say it of one that is not asked for does no harm. `scores` and `values`:
   * theirs; null: 0. What is answered is used before any script is asked again, and is not changed.
   */
  runBlock?(
    docs: Int32Array,
    length: number,
    scores: Float32Array | Float64Array | null,
    values: Float64Array | null,
  ): Float64Array;
}

/** The fields of the shard as scripts have them; their values are made ready when they are first named. */
export function docLookup({ mapping, searcher, budget }: ScriptPlace): DocLookup {
  const prepare = (field: MappedField): void => {
    try {
      requireFielddata(field);
    } catch (error) {
      if (error instanceof ApiError) throw new JavaError(error.error.type, error.error.reason);
      throw error;
    }
    runThrough(prepareFielddata(searcher.segments, field, budget));
  };
  return new DocLookup((name) => mapping.field(name), prepare);
}
