import { apiError } from '@sextant/contract';
import { parsingError } from '../../dsl/json-reader.ts';
import {
  InternalAggregation,
  type InternalBucket,
  type InternalMultiBucket,
} from '../internal-aggregation.ts';

/** One step of a path: `name`, `name.key` at the end, `name[key]` anywhere. */
interface PathElement {
  readonly name: string;
  readonly key: string | null;
}

/** Throws illegal_argument_exception where a list of paths names none. */
export function requirePath(paths: readonly string[]): void {
  if (paths.length === 0) throw apiError('illegal_argument_exception', 'Index 0 out of bounds for length 0');
}

/** `histogram>sales.value` in its elements. Throws aggregation_execution_exception. */
export function parsePath(path: string): PathElement[] {
  const elements = path.split('>').filter((element) => element !== '');
  return elements.map((element, i) => {
    const refuse = () =>
      apiError('aggregation_execution_exception', `Invalid path element [${element}] in path [${path}]`);
    const open = element.lastIndexOf('[');
    if (open >= 0) {
      if (open === 0 || open > element.length - 3 || !element.endsWith(']')) throw refuse();
      return { name: element.slice(0, open), key: element.slice(open + 1, -1) };
    }
    const dot = i === elements.length - 1 ? element.lastIndexOf('.') : -1;
    if (dot < 0) return { name: element, key: null };
    if (dot === 0 || dot > element.length - 2) throw refuse();
    return { name: element.slice(0, dot), key: element.slice(dot + 1) };
  });
}

/** The names and keys of a path, one after the other. */
export function pathNames(path: string): string[] {
  return parsePath(path).flatMap(({ name, key }) => (key === null ? [name] : [name, key]));
}

/** What stands for the value of a bucket that has none. */
export type GapPolicy = 'skip' | 'insert_zeros';

export function parseGapPolicy(text: string): GapPolicy {
  if (text === 'skip' || text === 'insert_zeros') return text;
  throw parsingError(`Invalid gap policy: [${text}], accepted values: [insert_zeros, skip]`);
}

const PATH_RULE =
  'buckets_path must reference either a number value or a single value numeric metric aggregation';

/**
 * The number that a path names in a bucket: NaN where there is none and gaps are skipped, null where nothing has the name.
 * Throws aggregation_execution_exception where it is no number.
 */
export function bucketValue(
  parent: InternalMultiBucket,
  bucket: InternalBucket,
  path: readonly string[],
  gapPolicy: GapPolicy,
): number | null {
  const found = parent.bucketProperty(bucket, path);
  if (found === undefined) return null;
  const value = found instanceof InternalAggregation ? found.value : found;
  if (typeof value !== 'number') {
    const name = path[0] ?? parent.node.name;
    if (found instanceof InternalAggregation && found.isMultiValue) {
      const advice = 'contains multiple values. Please specify which to use.';
      throw apiError('aggregation_execution_exception', `${PATH_RULE}, but [${name}] ${advice}`);
    }
    const got = typeof found === 'number' ? 'Double' : found.javaClass;
    throw apiError('aggregation_execution_exception', `${PATH_RULE}, got: [${got}] at aggregation [${name}]`);
  }
  const countsDocs = path.length === 1 && path[0] === '_count';
  if (Number.isFinite(value) && (bucket.docCount > 0 || countsDocs)) return value;
  return gapPolicy === 'insert_zeros' ? 0 : Number.NaN;
}
