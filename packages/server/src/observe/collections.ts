import { constants, PerformanceObserver } from 'node:perf_hooks';
import { getHeapSpaceStatistics, getHeapStatistics } from 'node:v8';

interface CollectorFigures {
  readonly count: number;
  readonly timeMs: number;
}

interface PoolFigures {
  readonly usedBytes: number;
  readonly maxBytes: number;
  readonly peakUsedBytes: number;
  readonly peakMaxBytes: number;
  /** When the last collection of old objects was told; zeros before the first. */
  readonly afterLast: { readonly usedBytes: number; readonly maxBytes: number };
}

/** Of the heap of the thread that serves HTTP. V8 does not tell survivors from other young objects. */
export interface CollectionFigures {
  readonly young: CollectorFigures;
  readonly old: CollectorFigures;
  readonly pools: { readonly young: PoolFigures; readonly old: PoolFigures };
}

interface Sizes {
  readonly usedBytes: number;
  readonly maxBytes: number;
}

interface DetailedEntry {
  readonly duration: number;
  readonly detail?: { readonly kind?: number };
}

function sizes(): { readonly young: Sizes; readonly old: Sizes } {
  let young = 0;
  let youngMax = 0;
  let old = 0;
  for (const space of getHeapSpaceStatistics()) {
    if (space.space_name.startsWith('new_')) {
      young += space.space_used_size;
      youngMax += space.space_size;
    } else old += space.space_used_size;
  }
  const maxBytes = getHeapStatistics().heap_size_limit;
  return {
    young: { usedBytes: young, maxBytes: youngMax },
    old: { usedBytes: old, maxBytes: Math.max(0, maxBytes - youngMax) },
  };
}

const nothing: Sizes = { usedBytes: 0, maxBytes: 0 };

/** Counts the collections of this thread from now on. */
export function watchCollections(): () => CollectionFigures {
  const counts = { young: { count: 0, timeMs: 0 }, old: { count: 0, timeMs: 0 } };
  let last = { young: nothing, old: nothing };
  const peaks = { young: { ...nothing }, old: { ...nothing } };
  const look = (): ReturnType<typeof sizes> => {
    const now = sizes();
    for (const pool of ['young', 'old'] as const) {
      peaks[pool] = {
        usedBytes: Math.max(peaks[pool].usedBytes, now[pool].usedBytes),
        maxBytes: Math.max(peaks[pool].maxBytes, now[pool].maxBytes),
      };
    }
    return now;
  };
  const observer = new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as readonly DetailedEntry[]) {
      const young = entry.detail?.kind === constants.NODE_PERFORMANCE_GC_MINOR;
      const collector = counts[young ? 'young' : 'old'];
      collector.timeMs += entry.duration;
      if (entry.detail?.kind === constants.NODE_PERFORMANCE_GC_MAJOR) last = look();
      // A collection of old objects is told in parts.
      const isPart = !young && entry.detail?.kind !== constants.NODE_PERFORMANCE_GC_MAJOR;
      if (!isPart) collector.count++;
    }
  });
  observer.observe({ entryTypes: ['gc'] });
  return () => {
    const now = look();
    const pool = (name: 'young' | 'old'): PoolFigures => ({
      ...now[name],
      peakUsedBytes: peaks[name].usedBytes,
      peakMaxBytes: peaks[name].maxBytes,
      afterLast: last[name],
    });
    return {
      young: { ...counts.young },
      old: { ...counts.old },
      pools: { young: pool('young'), old: pool('old') },
    };
  };
}
