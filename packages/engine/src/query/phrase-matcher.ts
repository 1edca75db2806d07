/** Positions of one term of a phrase in one document. */
export interface PhraseTerm {
  /** Place of the term in the phrase. */
  readonly offset: number;
  /** Stands for any of several terms. */
  readonly isUnion: boolean;
  /** Ascending; valid up to `length`. */
  positions: Int32Array;
  length: number;
}

/** Places in the positions of each term; phrases with more terms get an array of their own. */
const sharedCursors = new Int32Array(32);

/**
 * How often the terms stand in the document exactly as in the phrase (Lucene's `ExactPhraseMatcher`); not counted
 * beyond `most`.
 */
export function exactPhraseFreq(terms: readonly PhraseTerm[], most = Number.POSITIVE_INFINITY): number {
  if (terms.length === 2) return exactPairFreq(terms[0]!, terms[1]!, most);
  const lead = terms[0]!;
  const cursors = terms.length <= sharedCursors.length ? sharedCursors : new Int32Array(terms.length);
  cursors.fill(0, 0, terms.length);
  let freq = 0;
  for (let i = 0; i < lead.length; i++) {
    const start = lead.positions[i]! - lead.offset;
    let all = true;
    for (let t = 1; t < terms.length; t++) {
      const term = terms[t]!;
      const wanted = start + term.offset;
      let at = cursors[t]!;
      while (at < term.length && term.positions[at]! < wanted) at++;
      cursors[t] = at;
      if (at === term.length) return freq;
      if (term.positions[at] !== wanted) {
        all = false;
        break;
      }
    }
    if (all && ++freq >= most) return freq;
  }
  return freq;
}

/** The same for two terms, which most phrases have. */
function exactPairFreq(a: PhraseTerm, b: PhraseTerm, most: number): number {
  const distance = b.offset - a.offset;
  const { positions: lefts, length: leftLength } = a;
  const { positions: rights, length: rightLength } = b;
  let freq = 0;
  let right = 0;
  for (let left = 0; left < leftLength; left++) {
    const wanted = lefts[left]! + distance;
    while (right < rightLength && rights[right]! < wanted) right++;
    if (right === rightLength) return freq;
    if (rights[right] === wanted && ++freq >= most) return freq;
  }
  return freq;
}

/** One term of a sloppy phrase on its way through the document: Lucene's `PhrasePositions`. */
interface Walker {
  readonly term: PhraseTerm;
  readonly ordinal: number;
  /**
   * Walkers of the same term have a group, and a place in it; -1 where the term stands once in the phrase.
   */
  readonly group: number;
  readonly place: number;
  index: number;
  /** Position in the document less the offset in the phrase. */
  position: number;
}

/**
 * Sum of `1 / (1 + distance)` over the matches that take at most `slop` moves: Lucene's
 * `SloppyPhraseMatcher`, with its treatment of repeated terms. `groups[t]` is equal for equal terms.
 */
export function sloppyPhraseFreq(
  terms: readonly PhraseTerm[],
  groups: readonly number[],
  slop: number,
): number {
  const walk = new SloppyWalk(terms, groups, slop);
  let freq = 0;
  for (let length = walk.next(); length >= 0; length = walk.next()) {
    freq = Math.fround(freq + Math.fround(1 / Math.fround(1 + length)));
  }
  return freq;
}

class SloppyWalk {
  readonly #walkers: Walker[];
  readonly #groups = new Map<number, Walker[]>();
  readonly #slop: number;
  /** Sorted: the one furthest behind first. */
  #queue: Walker[] = [];
  #end = Number.NEGATIVE_INFINITY;
  #positioned: boolean;

  constructor(terms: readonly PhraseTerm[], groups: readonly number[], slop: number) {
    this.#slop = slop;
    const times = new Map<number, number>();
    for (const group of groups) times.set(group, (times.get(group) ?? 0) + 1);
    this.#walkers = terms.map((term, ordinal) => {
      const group = groups[ordinal]!;
      const repeated = times.get(group)! > 1;
      const members = this.#groups.get(group) ?? [];
      const place = members.length;
      const walker: Walker = { term, ordinal, group: repeated ? group : -1, place, index: -1, position: 0 };
      if (repeated) {
        members.push(walker);
        this.#groups.set(group, members);
      }
      return walker;
    });
    this.#positioned = this.#start();
  }

  #start(): boolean {
    for (const walker of this.#walkers) this.#step(walker);
    // Walkers of one term must not stand on one position: the second starts at its second place, and so on.
    for (const members of this.#groups.values()) {
      if (members.some(({ term }) => term.isUnion)) {
        if (!this.#part(members)) return false;
        continue;
      }
      for (let j = 1; j < members.length; j++) {
        for (let k = 0; k < j; k++) if (!this.#step(members[j]!)) return false;
      }
    }
    for (const walker of this.#walkers) {
      if (walker.position > this.#end) this.#end = walker.position;
      this.#push(walker);
    }
    return true;
  }

  /** Which of several terms stands where is not known before: only what has met is moved. */
  #part(members: readonly Walker[]): boolean {
    for (let i = 0; i < members.length; i++) {
      const walker = members[i]!;
      for (let other = collision(walker, members); other !== null; other = collision(walker, members)) {
        const moved = lesser(walker, other);
        if (!this.#advance(moved)) return false;
        if (moved.place >= i) continue;
        i--;
        break;
      }
    }
    return true;
  }

  /** The distance of the next match; -1 when there is none left. */
  next(): number {
    if (!this.#positioned) return -1;
    let walker = this.#queue.shift()!;
    let length = this.#end - walker.position;
    let next = this.#queue[0]!.position;
    while (this.#advance(walker)) {
      if (walker.group >= 0 && !this.#resolve(walker)) break;
      if (walker.position > next) {
        this.#push(walker);
        if (length <= this.#slop) return length;
        walker = this.#queue.shift()!;
        next = this.#queue[0]!.position;
        length = this.#end - walker.position;
      } else length = Math.min(length, this.#end - walker.position);
    }
    this.#positioned = false;
    return length <= this.#slop ? length : -1;
  }

  #step(walker: Walker): boolean {
    if (++walker.index >= walker.term.length) return false;
    walker.position = walker.term.positions[walker.index]! - walker.term.offset;
    return true;
  }

  #advance(walker: Walker): boolean {
    if (!this.#step(walker)) return false;
    if (walker.position > this.#end) this.#end = walker.position;
    return true;
  }

  #push(walker: Walker): void {
    let at = this.#queue.length;
    while (at > 0 && comesBefore(walker, this.#queue[at - 1]!)) at--;
    this.#queue.splice(at, 0, walker);
  }

  /** Moves walkers of the same term apart that have met. False where one of them ends. */
  #resolve(moved: Walker): boolean {
    const members = this.#groups.get(moved.group)!;
    const changed = new Set<Walker>();
    let walker = moved;
    for (let other = collision(walker, members); other !== null; other = collision(walker, members)) {
      const met = other;
      walker = lesser(walker, met);
      if (!this.#advance(walker)) return false;
      if (met.place !== moved.place) changed.add(met);
    }
    for (const each of changed) {
      const at = this.#queue.indexOf(each);
      if (at >= 0) this.#queue.splice(at, 1);
      if (at >= 0) this.#push(each);
    }
    return true;
  }
}

function comesBefore(a: Walker, b: Walker): boolean {
  if (a.position !== b.position) return a.position < b.position;
  return a.term.offset === b.term.offset ? a.ordinal < b.ordinal : a.term.offset < b.term.offset;
}

function lesser(a: Walker, b: Walker): Walker {
  if (a.position !== b.position) return a.position < b.position ? a : b;
  return a.term.offset < b.term.offset ? a : b;
}

function collision(walker: Walker, members: readonly Walker[]): Walker | null {
  const position = walker.position + walker.term.offset;
  for (const other of members) {
    if (other !== walker && other.position + other.term.offset === position) return other;
  }
  return null;
}
