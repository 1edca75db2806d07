import { apiError } from '@sextant/contract';
import type { Regexp } from './parse.ts';
import type { Ranges } from './ranges.ts';

/** States of one automaton; more are too complex an expression. */
const MAX_STATES = 20_000;

/** States that are known at a time; where more are met, all are forgotten. */
const MAX_KNOWN = 4096;

/** A nondeterministic automaton over code points: `arrows[state]` are triples of first, last and target. */
interface Graph {
  readonly arrows: number[][];
  /** Moves that take no character. */
  readonly free: number[][];
}

interface Piece {
  readonly start: number;
  readonly end: number;
}

/**
 * Matches whole texts against an expression, in time that grows with the text alone: sets of states are worked out as texts
 * ask for them, and kept.
 */
export class RegexpAutomaton {
  readonly #graph: Graph = { arrows: [], free: [] };
  readonly #end: number;
  /** Beginnings of stretches of code points that no arrow tells apart. */
  readonly #bounds: Int32Array;
  readonly #ascii: Uint16Array;
  readonly #start: readonly number[];
  #sets: (readonly number[])[] = [];
  #next: Int32Array[] = [];
  #accepts: boolean[] = [];
  #numbers = new Map<string, number>();

  /** `maxStates`: of what a complement or an intersection is made. Throws ApiError where the expression is too complex. */
  constructor(expression: Regexp, maxStates: number) {
    const builder = new Builder(this.#graph, maxStates);
    const { start, end } = builder.piece(expression);
    this.#end = end;
    this.#bounds = boundsOf(this.#graph);
    this.#ascii = Uint16Array.from({ length: 128 }, (_, point) => stretch(this.#bounds, point));
    this.#start = closure(this.#graph, [start]);
    this.#numberOf(this.#start);
  }

  /** Whether the text in UTF-8 that lies in bytes [start, end) matches as a whole. */
  matches(bytes: Uint8Array, start: number, end: number): boolean {
    let state = 0;
    let at = start;
    while (at < end) {
      const lead = bytes[at]!;
      let kind: number;
      if (lead < 0x80) {
        kind = this.#ascii[lead]!;
        at++;
      } else {
        const length = sequenceLength(lead);
        kind = stretch(this.#bounds, codePoint(bytes, at, length));
        at += length;
      }
      let following = this.#next[state]![kind]!;
      if (following === UNKNOWN) {
        if (this.#sets.length >= MAX_KNOWN) state = this.#forget(state);
        following = this.#step(state, kind);
      }
      if (following === DEAD) return false;
      state = following;
    }
    return this.#accepts[state]!;
  }

  #step(state: number, kind: number): number {
    const point = this.#bounds[kind]!;
    const targets: number[] = [];
    for (const from of this.#sets[state]!) {
      const arrows = this.#graph.arrows[from]!;
      for (let i = 0; i < arrows.length; i += 3) {
        if (point >= arrows[i]! && point <= arrows[i + 1]!) targets.push(arrows[i + 2]!);
      }
    }
    const set = closure(this.#graph, targets);
    const number = set.length === 0 ? DEAD : this.#numberOf(set);
    this.#next[state]![kind] = number;
    return number;
  }

  /** All but the start and where a text is just now; returns its new number. */
  #forget(state: number): number {
    const here = this.#sets[state]!;
    this.#sets = [];
    this.#next = [];
    this.#accepts = [];
    this.#numbers = new Map();
    this.#numberOf(this.#start);
    return this.#numberOf(here);
  }

  #numberOf(set: readonly number[]): number {
    const key = set.join();
    const known = this.#numbers.get(key);
    if (known !== undefined) return known;
    const number = this.#sets.length;
    this.#numbers.set(key, number);
    this.#sets.push(set);
    this.#next.push(new Int32Array(this.#bounds.length).fill(UNKNOWN));
    this.#accepts.push(set.includes(this.#end));
    return number;
  }
}

/** Bytes of a character, by the first of them. */
function sequenceLength(lead: number): number {
  if (lead < 0xe0) return 2;
  return lead < 0xf0 ? 3 : 4;
}

const UNKNOWN = -2;
const DEAD = -1;

function codePoint(bytes: Uint8Array, at: number, length: number): number {
  let point = bytes[at]! & (0xff >> (length + 1));
  for (let i = 1; i < length; i++) point = (point << 6) | (bytes[at + i]! & 0x3f);
  return point;
}

/** The last bound that is not above the point. */
function stretch(bounds: Int32Array, point: number): number {
  let low = 0;
  let high = bounds.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >>> 1;
    if (bounds[middle]! <= point) low = middle;
    else high = middle - 1;
  }
  return low;
}

function boundsOf({ arrows }: Graph): Int32Array {
  const bounds = new Set([0]);
  for (const own of arrows) {
    for (let i = 0; i < own.length; i += 3) {
      bounds.add(own[i]!);
      bounds.add(own[i + 1]! + 1);
    }
  }
  return Int32Array.from(bounds).sort();
}

/** The states and all that can be reached from them without a character, ascending. */
function closure({ free }: Graph, states: readonly number[]): number[] {
  const found = new Set(states);
  for (const state of found) for (const target of free[state]!) found.add(target);
  return [...found].sort((a, b) => a - b);
}

class Builder {
  readonly #graph: Graph;
  readonly #maxStates: number;

  constructor(graph: Graph, maxStates: number) {
    this.#graph = graph;
    this.#maxStates = maxStates;
  }

  #state(): number {
    if (this.#graph.arrows.length >= MAX_STATES) throw tooComplex(MAX_STATES);
    this.#graph.free.push([]);
    return this.#graph.arrows.push([]) - 1;
  }

  #join(from: number, to: number): void {
    this.#graph.free[from]!.push(to);
  }

  piece(expression: Regexp): Piece {
    switch (expression.kind) {
      case 'character':
        return this.#character(expression.ranges);
      case 'concat':
        return this.#inARow(expression.parts.map((part) => () => this.piece(part)));
      case 'union':
        return this.#union(expression.parts);
      case 'repeat':
        return this.#repeat(expression.inner, expression.min, expression.max);
      case 'nothing':
        return { start: this.#state(), end: this.#state() };
      case 'not':
        return this.#determined([expression.inner], (accepted) => !accepted[0]);
      default:
        return this.#determined(expression.parts, (accepted) => accepted.every(Boolean));
    }
  }

  #character(ranges: Ranges): Piece {
    const [start, end] = [this.#state(), this.#state()];
    for (let i = 0; i < ranges.length; i += 2)
      this.#graph.arrows[start]!.push(ranges[i]!, ranges[i + 1]!, end);
    return { start, end };
  }

  #inARow(makers: readonly (() => Piece)[]): Piece {
    const start = this.#state();
    let end = start;
    for (const make of makers) {
      const next = make();
      this.#join(end, next.start);
      end = next.end;
    }
    return { start, end };
  }

  #union(parts: readonly Regexp[]): Piece {
    const [start, end] = [this.#state(), this.#state()];
    for (const part of parts) {
      const piece = this.piece(part);
      this.#join(start, piece.start);
      this.#join(piece.end, end);
    }
    return { start, end };
  }

  #repeat(inner: Regexp, min: number, max: number | null): Piece {
    if (Math.max(min, max ?? 0) > MAX_STATES) throw tooComplex(MAX_STATES);
    const times = Array.from({ length: min }, () => () => this.piece(inner));
    if (max === null) return this.#inARow([...times, () => this.#star(inner)]);
    const optional = Array.from({ length: max - min }, () => () => this.#optional(inner));
    return this.#inARow([...times, ...optional]);
  }

  #star(inner: Regexp): Piece {
    const hub = this.#state();
    const piece = this.piece(inner);
    this.#join(hub, piece.start);
    this.#join(piece.end, hub);
    const end = this.#state();
    this.#join(hub, end);
    return { start: hub, end };
  }

  #optional(inner: Regexp): Piece {
    const piece = this.#inARow([() => this.piece(inner)]);
    this.#join(piece.start, piece.end);
    return piece;
  }

  /** What takes a text or not by which of several expressions take it: all sets of their states are worked out. */
  #determined(parts: readonly Regexp[], accepts: (accepted: readonly boolean[]) => boolean): Piece {
    const own: Graph = { arrows: [], free: [] };
    const builder = new Builder(own, this.#maxStates);
    const pieces = parts.map((part) => builder.piece(part));
    const bounds = boundsOf(own);
    const numbers = new Map<string, number>();
    const waiting: (readonly number[])[] = [];
    const end = this.#state();
    const numberOf = (set: readonly number[]): number => {
      const key = set.join();
      let number = numbers.get(key);
      if (number === undefined) {
        if (numbers.size >= this.#maxStates) throw tooComplex(this.#maxStates);
        number = this.#state();
        numbers.set(key, number);
        waiting.push(set);
        if (accepts(pieces.map((piece) => set.includes(piece.end)))) this.#join(number, end);
      }
      return number;
    };
    const start = numberOf(
      closure(
        own,
        pieces.map((piece) => piece.start),
      ),
    );
    for (const set of waiting) {
      const from = numberOf(set);
      for (let kind = 0; kind < bounds.length; kind++) {
        const last = kind + 1 < bounds.length ? bounds[kind + 1]! - 1 : 0x10ffff;
        const target = numberOf(closure(own, targetsOf(own, set, bounds[kind]!)));
        this.#graph.arrows[from]!.push(bounds[kind]!, last, target);
      }
    }
    return { start, end };
  }
}

function targetsOf({ arrows }: Graph, set: readonly number[], point: number): number[] {
  const targets: number[] = [];
  for (const from of set) {
    const own = arrows[from]!;
    for (let i = 0; i < own.length; i += 3) {
      if (point >= own[i]! && point <= own[i + 1]!) targets.push(own[i + 2]!);
    }
  }
  return targets;
}

function tooComplex(limit: number): Error {
  const reason = `Determinizing automaton would require more than ${limit} effort.`;
  return apiError('illegal_argument_exception', reason);
}

/** The characters that every text begins with that the expression matches. */
export function literalStart(expression: Regexp): string {
  if (expression.kind === 'character') {
    const { ranges } = expression;
    return ranges.length === 2 && ranges[0] === ranges[1] ? String.fromCodePoint(ranges[0]!) : '';
  }
  if (expression.kind !== 'concat') return '';
  let text = '';
  for (const part of expression.parts) {
    const own = part.kind === 'character' ? literalStart(part) : '';
    if (own === '') break;
    text += own;
  }
  return text;
}
