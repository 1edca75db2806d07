import { apiError, commonParams, type ParamSpec, type Route, table } from '@sextant/contract';
import type { BackendRequest, ParamValue } from '../backend.ts';

/** Words after `/_nodes/` that the cluster takes for calls of their own, which no row of ours is. */
const callsOfNodes = new Set(['hot_threads', 'hotthreads', 'usage', 'reload_secure_settings', 'stats']);

/** Where the cluster serves a row with names that it has another path for without them. */
const namedPaths: ReadonlyMap<string, string> = new Map([['indices.get_aliases', '/{index}/_alias']]);

/**
 * The path of a row, with its braces filled. `values` has one for each brace of one of the row's patterns. Throws
 * ApiError where the cluster would read a value as a call of its own.
 */
export function pathOf(route: Route, values: Readonly<Record<string, string>>): string {
  const wanted = Object.keys(values).sort().join();
  const pattern = route.paths.find((path) => namesIn(path).sort().join() === wanted);
  if (pattern === undefined) {
    throw apiError('illegal_state_exception', `[${route.name}] has no path with [${wanted}]`);
  }
  if (route.family === 'nodes') refuseCalls(values);
  const sent = wanted === '' ? pattern : (namedPaths.get(route.name) ?? pattern);
  return sent.replace(/\{(\w+)\}/g, (_, name: string) => segment(values[name]!));
}

function namesIn(pattern: string): string[] {
  return Array.from(pattern.matchAll(/\{(\w+)\}/g), (match) => match[1]!);
}

/** Dots alone are a way up to whoever tidies paths. Throws ApiError for what has no UTF-8. */
export function segment(value: string): string {
  if (!value.isWellFormed()) {
    const shown = value.toWellFormed();
    throw apiError(
      'illegal_argument_exception',
      `[${shown}] holds half a character: it cannot stand in a path`,
    );
  }
  return /^\.{1,2}$/.test(value) ? value.replaceAll('.', '%2E') : encodeURIComponent(value);
}

function refuseCalls(values: Readonly<Record<string, string>>): void {
  const word = Object.values(values).find((value) => callsOfNodes.has(value));
  if (word === undefined) return;
  throw apiError('illegal_argument_exception', `[${word}] of nodes is not served over this backend`);
}

/** The query string of a row, written from its checked parameters. `without` are not sent. */
export function queryOf({ route, params }: BackendRequest, without: ReadonlySet<string>): string {
  const specs = table<ParamSpec>({ ...commonParams, ...route.params });
  const pairs: string[] = [];
  for (const [name, value] of Object.entries(params)) {
    const spec = specs[name];
    if (spec === undefined || without.has(name)) continue;
    pairs.push(`${encodeURIComponent(name)}=${encodeURIComponent(textOf(spec, value))}`);
  }
  return pairs.join('&');
}

function textOf({ type }: ParamSpec, value: ParamValue): string {
  if (Array.isArray(value)) return value.join(',');
  if (type === 'time' && typeof value === 'number') return timeText(value);
  if (type === 'bytes' && value !== -1) return `${String(value)}b`;
  return String(value);
}

/** Without loss: the cluster takes no fractions. */
function timeText(ms: number): string {
  if (ms === -1) return '-1';
  if (Number.isInteger(ms)) return `${ms}ms`;
  const micros = Math.round(ms * 1e6) / 1e3;
  return Number.isInteger(micros) ? `${micros}micros` : `${Math.round(ms * 1e6)}nanos`;
}
