import type { WorkBudget } from '../../budget/work-budget.ts';
import type { SegmentReader } from '../../segment/segment-reader.ts';
import type { DocLookup } from '../doc-values.ts';
import type { ScriptSpec } from '../script-spec.ts';
import { docLookup, type ScriptPlace, type SearchScript } from '../search-script.ts';
import { box, numberTypeOf, rawNumber } from '../values.ts';
import { blockAt, constantBlock } from './blocks.ts';
import { Expression } from './expression.ts';
import { scriptFailure } from './expression-error.ts';
import { fieldVariable } from './field-variable.ts';
import { parameter } from './parameters.ts';
import type { Evaluate, EvaluateBlock, Variable } from './syntax.ts';

/** Parts of expressions that take about a step of the budget. */
const PARTS_PER_STEP = 32;

/** Parts that can be made ready in about a step. */
const PARTS_LINKED_PER_STEP = 2;

/** How the number of an expression is answered, by context. */
const answers: ReadonlyMap<string, (value: number) => unknown> = new Map<string, (value: number) => unknown>([
  ['aggs', (value) => box('double', value)],
  ['field', (value) => box('double', value)],
  ['filter', (value) => value !== 0],
  ['number_sort', (value) => value],
  ['score', (value) => value],
  ['terms_set', (value) => box('double', value)],
]);

/** What has a name in a context beside fields and parameters. */
const specialNames: ReadonlyMap<string, readonly ('_score' | '_value')[]> = new Map([
  ['aggs', ['_score', '_value']],
  ['filter', ['_score', '_value']],
  ['number_sort', ['_score']],
  ['score', ['_score', '_value']],
]);

/** A Lucene expression over the documents of a shard. */
export class ExpressionSearchScript implements SearchScript {
  readonly #source: string;
  readonly #doc: DocLookup;
  readonly #budget: WorkBudget;
  readonly #expression: Expression;
  readonly #variables: ReadonlyMap<string, Variable>;
  /** Made when they are first wanted: a shard may have no documents to ask about. */
  #evaluate: Evaluate | null = null;
  #evaluateBlock: EvaluateBlock | null = null;
  readonly #answer: (value: number) => unknown;
  readonly #steps: number;
  readonly needsScores: boolean;
  readonly #readsValue: boolean;
  readonly #readsScore: boolean;
  #done = 0;
  #score = 0;
  #value = 0;
  #scores = new Float64Array(0);
  #values = new Float64Array(0);

  /** Throws ApiError: `script_exception` where it cannot be compiled, or names what is not there. */
  constructor({ source, params }: ScriptSpec, context: string, place: ScriptPlace) {
    const expression = Expression.of(source);
    const doc = docLookup(place);
    const fields = { find: (name: string) => place.mapping.field(name), doc };
    const special = this.#special(context);
    this.#source = source;
    this.#doc = doc;
    this.#budget = place.budget;
    this.#expression = expression;
    this.#variables = expression.bind(
      (name) => special.get(name) ?? parameter(name, params) ?? fieldVariable(name, fields),
    );
    this.#answer = answers.get(context)!;
    this.#steps = expression.parts / PARTS_PER_STEP;
    this.needsScores =
      special.has('_score') && context !== 'number_sort' && expression.names.includes('_score');
    this.#readsScore = special.has('_score') && expression.names.includes('_score');
    this.#readsValue = special.has('_value') && expression.names.includes('_value');
  }

  /** In sorts the score is 0, as OpenSearch gives them none. */
  #special(context: string): ReadonlyMap<string, Variable> {
    const isSort = context === 'number_sort';
    const score: Variable = isSort
      ? { one: () => 0, many: (level) => constantBlock(0, level) }
      : { one: () => this.#score, many: () => () => this.#scores };
    const value: Variable = { one: () => this.#value, many: () => () => this.#values };
    const names = specialNames.get(context) ?? [];
    return new Map(names.map((name) => [name, name === '_score' ? score : value]));
  }

  /** It makes nothing but numbers. */
  keep(): void {}

  setSegment(segment: SegmentReader): void {
    this.#doc.setSegment(segment);
  }

  run(doc: number, score = 0, value: unknown = null): unknown {
    const number = this.#readsValue && value !== null ? this.#numberOf(value) : this.#value;
    return this.#answer(this.runNumber(doc, score, number));
  }

  runNumber(doc: number, score: number, value: number): number {
    this.#doc.setDoc(doc);
    this.#score = score;
    this.#value = value;
    this.#done += this.#steps;
    if (this.#done >= 1) this.#charge();
    this.#evaluate ??= this.#linked();
    return this.#evaluate();
  }

  runBlock(
    docs: Int32Array,
    length: number,
    scores: Float32Array | Float64Array | null,
    values: Float64Array | null,
  ): Float64Array {
    if (this.#readsScore) this.#scores = given(scores, length, this.#scores);
    if (this.#readsValue) this.#values = given(values, length, this.#values);
    this.#done += this.#steps * length;
    if (this.#done >= 1) this.#charge();
    this.#evaluateBlock ??= this.#linkedBlocks();
    return this.#evaluateBlock(docs, length);
  }

  #linked(): Evaluate {
    this.#chargeLink();
    return this.#expression.link((name) => this.#variables.get(name)!.one);
  }

  #linkedBlocks(): EvaluateBlock {
    this.#chargeLink();
    return this.#expression.linkBlocks({
      variable: (name) => this.#variables.get(name)!,
      each: (evaluate, level) => this.#oneByOne(evaluate, level),
    });
  }

  #chargeLink(): void {
    this.#budget.charge(Math.ceil(this.#expression.parts / PARTS_LINKED_PER_STEP));
  }

  /** Of each document by itself. */
  #oneByOne(evaluate: Evaluate, level: number): EvaluateBlock {
    return (docs, length) => {
      const out = blockAt(level, length);
      for (let i = 0; i < length; i++) {
        this.#doc.setDoc(docs[i]!);
        if (this.#readsScore) this.#score = this.#scores[i]!;
        if (this.#readsValue) this.#value = this.#values[i]!;
        out[i] = evaluate();
      }
      return out;
    };
  }

  #charge(): void {
    const steps = Math.floor(this.#done);
    this.#done -= steps;
    this.#budget.charge(steps);
  }

  #numberOf(value: unknown): number {
    if (numberTypeOf(value) !== null) return Number(rawNumber(value));
    throw scriptFailure(`Cannot use expression with text variable using ${this.#source}`);
  }
}

/** The numbers as a block: they may be changed by whoever gave them. */
function given(
  numbers: Float32Array | Float64Array | null,
  length: number,
  block: Float64Array<ArrayBuffer>,
): Float64Array<ArrayBuffer> {
  const kept = block.length >= length ? block : new Float64Array(length);
  if (numbers === null) kept.fill(0, 0, length);
  else for (let i = 0; i < length; i++) kept[i] = numbers[i]!;
  return kept;
}
