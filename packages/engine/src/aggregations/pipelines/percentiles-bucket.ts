import { apiError, Double, type Json, type JsonMap, setOwn } from '@sextant/contract';
import { toDouble } from '../../dsl/json-reader.ts';
import { javaDouble } from '../../mapping/java-text.ts';
import type { ResultName } from '../aggregation-tree.ts';
import { PipelineResult, type Property } from '../internal-aggregation.ts';
import { type BucketMetricSpec, bucketMetric, type KeyedValue } from './bucket-metrics.ts';

interface PercentilesBucketSpec extends BucketMetricSpec {
  readonly percents: readonly number[];
  readonly keyed: boolean;
}

export const percentilesBucket = bucketMetric<PercentilesBucketSpec>({
  name: 'percentiles_bucket',
  defaults: { percents: [1, 5, 25, 50, 75, 95, 99], keyed: true },
  option: (name, value) => {
    if (name === 'keyed' && typeof value === 'boolean') return { keyed: value };
    if (name !== 'percents' || !Array.isArray(value)) return null;
    return { percents: Object.freeze(value.map(percent)) };
  },
  result: (node, values) => new PercentilesBucket(node, node.spec, values),
});

function percent(value: unknown): number {
  const number = toDouble(value);
  if (number >= 0 && number <= 100) return number;
  throw apiError(
    'illegal_argument_exception',
    'percents must only contain non-null doubles from 0.0-100.0 inclusive',
  );
}

/** For each percent the value that is nearest to it: none is made up. */
class PercentilesBucket extends PipelineResult {
  readonly typedName = 'percentiles_bucket';
  readonly #spec: PercentilesBucketSpec;
  readonly #values: Float64Array;

  constructor(node: ResultName, spec: PercentilesBucketSpec, values: readonly KeyedValue[]) {
    super(node);
    this.#spec = spec;
    this.#values = Float64Array.from(values, ({ value }) => value).sort();
  }

  override get isMultiValue(): boolean {
    return true;
  }

  #valueOf(percent: number): number {
    return this.#values[Math.round((percent / 100) * (this.#values.length - 1))] ?? Number.NaN;
  }

  override property(path: readonly string[]): Property {
    const found = path.length === 1 && this.#spec.percents.find((each) => each === Number(path[0]));
    return typeof found === 'number' ? this.#valueOf(found) : super.property(path);
  }

  render(): JsonMap {
    const { percents, keyed, format } = this.#spec;
    const members = {};
    const list: JsonMap[] = [];
    for (const percent of percents) {
      const value = this.#valueOf(percent);
      const shown = Number.isNaN(value) ? null : new Double(value);
      const text = format.raw || shown === null ? null : format.text(value);
      const key = javaDouble(percent);
      // The text has the same name in a list.
      const shownText = text === null ? {} : { [`${key}_as_string`]: text };
      list.push({ key: new Double(percent), value: shown, ...shownText });
      setOwn<Json>(members, key, shown);
      Object.assign(members, shownText);
    }
    return { values: keyed ? members : list };
  }
}
