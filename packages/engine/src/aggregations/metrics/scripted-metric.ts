import { apiError, type JsonMap } from '@sextant/contract';
import type { WorkBudget } from '../../budget/work-budget.ts';
import { JavaMap } from '../../script/java-map.ts';
import { answerValue } from '../../script/json-values.ts';
import { searchScript } from '../../script/make-search-script.ts';
import { checkWritten, MetricScript, metricContexts } from '../../script/metric-script.ts';
import { type ScriptSpec, withParams } from '../../script/script-spec.ts';
import { type SearchScript, searchContexts } from '../../script/search-script.ts';
import { checkSelfReferences } from '../../script/self-references.ts';
import { throughValues } from '../../script/through-values.ts';
import { numberTypeOf, rawNumber } from '../../script/values.ts';
import type { SegmentReader } from '../../segment/segment-reader.ts';
import type { AggregationNode } from '../aggregation-tree.ts';
import { Aggregator, type Division, type LeafAggregator, type ShardContext } from '../aggregator.ts';
import { type AggregatorState, NOTHING_FOUND } from '../aggregator-state.ts';
import { type BucketBudget, InternalAggregation } from '../internal-aggregation.ts';
import type { ScriptedMetricSpec } from '../specs/scripted-metric.ts';
import { Meter } from '../values/meter.ts';

/** About what the state of a bucket takes beside what its scripts have made. */
const STATE_BYTES = 256;

/** Where the script that was run last leaves something that holds itself. */
const WHERE = 'Scripted metric aggs map script';

/** A figure that scripts make of documents: of those of a shard first, then of what the shards have made. */
export class ScriptedMetricAggregator extends Aggregator {
  readonly #node: AggregationNode<ScriptedMetricSpec>;
  readonly #scores: ShardContext['scores'];
  readonly #init: MetricScript | null;
  readonly #map: SearchScript;
  readonly #combine: MetricScript;
  readonly #meter: Meter;
  readonly #budget: WorkBudget;
  /** By bucket of the parent. */
  readonly #states: (JavaMap | undefined)[] = [];

  /** Throws ApiError where a script cannot be compiled. */
  constructor(node: AggregationNode<ScriptedMetricSpec>, shard: ShardContext) {
    super();
    this.#node = node;
    this.#scores = shard.scores;
    this.#budget = shard.budget;
    this.#meter = new Meter(shard.budget, node.name);
    const { init, map, combine, reduce, params } = node.spec;
    if (combine === null) throw missing('combineScript', node.name);
    if (reduce === null) throw missing('reduceScript', node.name);
    const given = (script: ScriptSpec): ScriptSpec => withParams(script, params);
    const { mapping, searcher, budget } = shard;
    this.#init = init && new MetricScript(given(init), metricContexts.init, budget);
    this.#map = searchScript(given(map), searchContexts.aggsMap, { mapping, searcher, budget });
    this.#map.keep();
    this.#combine = new MetricScript(given(combine), metricContexts.combine, budget);
  }

  /** What scripts have made cannot be given to another thread. */
  override division(): Division {
    return 'none';
  }

  leaf(segment: SegmentReader): LeafAggregator {
    this.#map.setSegment(segment);
    return {
      collect: (docs, parents, length) => {
        this.#meter.charge(1 + (length >>> 2));
        for (let i = 0; i < length; i++) {
          const doc = docs[i]!;
          this.#map.run(doc, this.#scores.of(doc), this.#stateOf(parents[i]!));
        }
      },
    };
  }

  #stateOf(parent: number): JavaMap {
    const known = this.#states[parent];
    if (known !== undefined) return known;
    while (this.#states.length < parent) this.#states.push(undefined);
    const made = this.#newState();
    this.#states[parent] = made;
    return made;
  }

  #newState(): JavaMap {
    this.#meter.take(STATE_BYTES);
    const state = new JavaMap();
    if (this.#init === null) return state;
    this.#init.run(state);
    throughValues(() => checkSelfReferences(state, 'Scripted metric aggs init script'));
    return state;
  }

  state(): AggregatorState {
    return NOTHING_FOUND;
  }

  absorb(): void {}

  build(parent: number): InternalScriptedMetric {
    const state = (parent < 0 ? undefined : this.#states[parent]) ?? this.#newState();
    throughValues(() => checkSelfReferences(state, WHERE));
    const made = this.#combine.run(state);
    throughValues(() => {
      checkSelfReferences(made, 'Scripted metric aggs combine script');
      checkWritten(made);
    });
    return new InternalScriptedMetric(this.#node, [made], this.#budget);
  }

  override buildEmpty(): InternalScriptedMetric {
    return new InternalScriptedMetric(this.#node, [null], this.#budget);
  }

  figure(): number {
    return Number.NaN;
  }
}

function missing(name: string, aggregation: string): Error {
  return apiError('illegal_argument_exception', `[${name}] must not be null: [${aggregation}]`);
}

class InternalScriptedMetric extends InternalAggregation {
  readonly typedName = 'scripted_metric';
  /** What the shards have made, or the one thing that was made of it. */
  readonly states: readonly unknown[];
  readonly #spec: ScriptedMetricSpec;
  readonly #budget: WorkBudget;

  constructor(node: AggregationNode<ScriptedMetricSpec>, states: readonly unknown[], budget: WorkBudget) {
    super(node);
    this.#spec = node.spec;
    this.states = states;
    this.#budget = budget;
  }

  /** What was reduced is a state where buckets are brought together once more, as in OpenSearch. */
  reduce(parts: readonly InternalAggregation[], _budget: BucketBudget): InternalAggregation {
    const all = parts.filter((part) => part instanceof InternalScriptedMetric).map(({ states }) => states);
    const reduce = withParams(this.#spec.reduce!, this.#spec.params);
    const script = new MetricScript(reduce, metricContexts.reduce, this.#budget);
    const result = script.run(all.flat());
    throughValues(() => checkSelfReferences(result, 'reduce script'));
    return new InternalScriptedMetric(
      this.node as AggregationNode<ScriptedMetricSpec>,
      [result],
      this.#budget,
    );
  }

  get #result(): unknown {
    return this.states[0];
  }

  override get value(): number | null {
    return numberTypeOf(this.#result) === null ? null : Number(rawNumber(this.#result));
  }

  override get javaClass(): string {
    return 'InternalScriptedMetric';
  }

  render(): JsonMap {
    return { value: answerValue(this.#result) };
  }

  figure(): number {
    return this.value ?? Number.NaN;
  }
}
