import type { ThreadSample } from '@sextant/base/node';

type Stack = readonly string[];

/** Stacks that have this share of their frames in common, from the outermost one, are of one kind. */
const sameShare = 0.3;

/**
 * A block of OpenSearch's text for each thread that is shown: how busy it was, and the kinds of stacks that it was seen in.
 * `name` makes the name that is shown.
 */
export function hotThreadsText(
  samples: readonly ThreadSample[],
  options: {
    readonly intervalMs: number;
    readonly threads: number;
    readonly ignoreIdle: boolean;
    readonly name: (thread: string) => string;
  },
): string {
  const shown = samples.filter(({ busyMs }) => !options.ignoreIdle || busyMs > 0);
  const busiest = [...shown].sort((a, b) => b.busyMs - a.busyMs).slice(0, options.threads);
  return busiest.map((sample) => blockOf(sample, options)).join('');
}

function blockOf(
  { thread, watchedMs, busyMs, snapshots }: ThreadSample,
  { intervalMs, ignoreIdle, name }: Parameters<typeof hotThreadsText>[1],
): string {
  const percent = watchedMs === 0 ? 0 : (100 * busyMs) / watchedMs;
  const used = `${Math.round(busyMs * 10) / 10}ms out of ${intervalMs}ms`;
  const lines = [`    ${percent.toFixed(1)}% (${used}) cpu usage by thread '${name(thread)}'`];
  const stacks = ignoreIdle ? snapshots.filter((stack) => stack.length > 0) : snapshots;
  for (const { count, frames } of kindsOf(stacks)) {
    lines.push(
      count === 1
        ? '     unique snapshot'
        : `     ${count}/${snapshots.length} snapshots sharing following ${frames.length} elements`,
    );
    for (const frame of frames) lines.push(`       ${frame}`);
  }
  return `${lines.join('\n')}\n\n`;
}

/** Stacks by kind, those that were seen most often first, each with the outer frames that all of the kind share. */
function kindsOf(stacks: readonly Stack[]): readonly { readonly count: number; readonly frames: Stack }[] {
  const kinds: { count: number; frames: Stack }[] = [];
  for (const stack of stacks) {
    const kind = kinds.find(({ frames }) => {
      const longer = Math.max(stack.length, frames.length);
      return longer === 0 || shared(stack, frames).length > longer * sameShare;
    });
    if (kind === undefined) kinds.push({ count: 1, frames: stack });
    else {
      kind.count++;
      kind.frames = shared(stack, kind.frames);
    }
  }
  return kinds.sort((a, b) => b.count - a.count);
}

/** The outer frames that both have. */
function shared(a: Stack, b: Stack): Stack {
  let same = 0;
  while (same < Math.min(a.length, b.length) && a.at(-1 - same) === b.at(-1 - same)) same++;
  return a.slice(a.length - same);
}
