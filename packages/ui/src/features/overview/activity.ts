import { createStore } from '../../lib/store.ts';
import type { NodeFigures } from './cluster-figures.ts';

/** The counters of all nodes at one moment. */
export interface CounterSample {
  /** Milliseconds since 1970. */
  readonly atMs: number;
  readonly searches: number;
  readonly searchMs: number;
  readonly indexed: number;
  readonly indexMs: number;
}

/** What happened between two samples; absent where it cannot be told. */
export interface ActivityPoint {
  readonly searchesPerSecond: number | undefined;
  readonly searchLatencyMs: number | undefined;
  readonly indexedPerSecond: number | undefined;
}

export const keptSamples = 121;

/** Samples taken since the page was opened; they outlive a change of the screen. */
export const samples = createStore<readonly CounterSample[]>([]);

export function sampleOf(nodes: readonly NodeFigures[], atMs: number): CounterSample {
  const sum = (key: 'searches' | 'searchMs' | 'indexed' | 'indexMs') =>
    nodes.reduce((total, node) => total + node[key], 0);
  return {
    atMs,
    searches: sum('searches'),
    searchMs: sum('searchMs'),
    indexed: sum('indexed'),
    indexMs: sum('indexMs'),
  };
}

export function withSample(
  before: readonly CounterSample[],
  sample: CounterSample,
): readonly CounterSample[] {
  const last = before.at(-1);
  if (last !== undefined && sample.atMs <= last.atMs) return before;
  return [...before, sample].slice(-keptSamples);
}

/** One point per pair of neighbours. Counters that went back (a restart) say nothing about that pair. */
export function activityPoints(taken: readonly CounterSample[]): readonly ActivityPoint[] {
  return taken.slice(1).map((now, place) => pointBetween(taken[place]!, now));
}

function pointBetween(before: CounterSample, now: CounterSample): ActivityPoint {
  const seconds = (now.atMs - before.atMs) / 1000;
  const searches = now.searches - before.searches;
  const indexed = now.indexed - before.indexed;
  const searchMs = now.searchMs - before.searchMs;
  return {
    searchesPerSecond: searches < 0 ? undefined : searches / seconds,
    searchLatencyMs: searches > 0 && searchMs >= 0 ? searchMs / searches : undefined,
    indexedPerSecond: indexed < 0 ? undefined : indexed / seconds,
  };
}
