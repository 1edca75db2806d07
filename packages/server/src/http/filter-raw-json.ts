import { ByteSink } from '../wire/byte-sink.ts';
import { RawJsonCopy } from '../wire/raw-json-copy.ts';
import type { Turns } from '../wire/turns.ts';
import type { PathState } from './path-states.ts';

const COMMA = 0x2c;
const OBJECT = 0x7b;
const LIST = 0x5b;
const TO_END = 2;

/** So many bytes are gone through in some milliseconds. */
const PER_TURN = 1 << 17;

/** What `filter_path` leaves of valid JSON, without a tree of it; undefined where that is nothing. */
export function* filterRawJson(
  bytes: Uint8Array,
  state: PathState,
  isInclusive: boolean,
): Turns<Uint8Array | undefined> {
  const sink = new ByteSink();
  const walk: Walk = { copy: new RawJsonCopy(bytes, sink, 'compact'), sink, isInclusive, pauseAt: PER_TURN };
  return (yield* select(walk, state)) ? sink.finish() : undefined;
}

interface Walk {
  readonly copy: RawJsonCopy;
  readonly sink: ByteSink;
  readonly isInclusive: boolean;
  pauseAt: number;
}

function* select(walk: Walk, state: PathState): Turns<boolean> {
  const { copy, sink, isInclusive } = walk;
  const open = copy.next();
  if (open !== OBJECT && open !== LIST) {
    while (!take(walk, !isInclusive)) yield* pause(walk);
    return !isInclusive;
  }
  const start = sink.length;
  sink.byte(open);
  copy.at++;
  let isEmpty = true;
  while (copy.next() !== open + TO_END) {
    const before = sink.length;
    if (!isEmpty) sink.byte(COMMA);
    const next = open === OBJECT ? state.below(copy.name()) : state;
    let isKept = next.matched === isInclusive;
    if (!next.matched && !next.dead) isKept = yield* select(walk, next);
    else while (!take(walk, isKept)) yield* pause(walk);
    if (isKept) isEmpty = false;
    else sink.length = before;
    if (copy.next() === COMMA) copy.at++;
    if (copy.at >= walk.pauseAt) yield* pause(walk);
  }
  copy.at++;
  if (isEmpty) sink.length = start;
  else sink.byte(open + TO_END);
  return !isEmpty;
}

/** Copies the next value, or goes past it; false: there is more of it, and it is time for a pause. */
function take({ copy, pauseAt }: Walk, isKept: boolean): boolean {
  return isKept ? copy.some(0, pauseAt) : copy.past(pauseAt);
}

function* pause(walk: Walk): Turns<void> {
  walk.pauseAt = walk.copy.at + PER_TURN;
  yield;
}
