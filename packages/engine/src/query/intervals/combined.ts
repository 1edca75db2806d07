import { apiError } from '@sextant/contract';
import { IntervalScript } from '../../script/interval-script.ts';
import type { ScriptSpec } from '../../script/script-spec.ts';
import { NO_MORE_POSITIONS } from '../positions/position-iterator.ts';
import { MAX_CLAUSES } from '../query-limits.ts';
import type { WordSink } from '../word-sink.ts';
import { Block, ContainedBy, Containing, Ordered, Overlapping, Unordered } from './all-of.ts';
import { Beside, Extended, FewGaps, Repeated, Scripted } from './altered.ts';
import { AnyOf } from './any-of.ts';
import type { IntervalIterator } from './interval-iterator.ts';
import type { IntervalSource, SourceScope } from './interval-source.ts';
import { NotContainedBy, NotContaining, NotOverlapping } from './none-of.ts';

type Relate = new (a: IntervalIterator, b: IntervalIterator) => IntervalIterator;
type Combine = (parts: readonly IntervalIterator[]) => IntervalIterator;

/** A source made of others. `kind` tells it from others of the same parts. */
interface Made {
  readonly kind: string;
  readonly parts: readonly IntervalSource[];
  readonly minExtent: number;
  readonly intervals: (segment: number) => IntervalIterator | null;
  /** Where it is a choice. */
  readonly choices?: () => readonly IntervalSource[];
  /** Those whose words are looked for; all parts where nothing is said. */
  readonly wanted?: readonly IntervalSource[];
}

/**
 * Puts sources together as Lucene's `Intervals` does: what is sensitive to gaps gets choices between intervals of different lengths
 * pulled out of it, so that none is lost because another one contains it.
 */
export class SourceBuilder {
  readonly scope: SourceScope;
  /** The parts of blocks, which are taken apart again within others. */
  readonly #blocks = new Map<IntervalSource, readonly IntervalSource[]>();
  readonly #choices = new Set<IntervalSource>();

  constructor(scope: SourceScope) {
    this.scope = scope;
  }

  nothing(): IntervalSource {
    return {
      key: 'nothing',
      minExtent: 0,
      leaves: 0,
      choices: [],
      intervals: () => null,
      words: () => {},
    };
  }

  #made({ kind, parts, minExtent, intervals, choices, wanted = parts }: Made): IntervalSource {
    const source: IntervalSource = {
      key: this.scope.keyOf(kind, parts),
      minExtent,
      leaves: wanted.reduce((sum, part) => sum + part.leaves, 0),
      get choices() {
        return choices === undefined ? [source] : choices();
      },
      intervals,
      words: (sink: WordSink) => {
        for (const part of wanted) part.words(sink);
      },
    };
    return source;
  }

  /** null where one of the parts has none. */
  #all(parts: readonly IntervalSource[], combine: Combine): (segment: number) => IntervalIterator | null {
    return (segment) => {
      this.scope.takeParts(parts.length);
      const iterators: IntervalIterator[] = [];
      for (const part of parts) {
        const iterator = part.intervals(segment);
        if (iterator === null) return null;
        iterators.push(iterator);
      }
      return combine(iterators);
    };
  }

  or(sources: readonly IntervalSource[]): IntervalSource {
    const parts = distinct(
      sources.flatMap((source) => (this.#choices.has(source) ? source.choices : [source])),
    );
    if (parts.length === 1) return parts[0]!;
    const made = this.#made({
      kind: 'or',
      parts,
      minExtent: parts.reduce((least, part) => Math.min(least, part.minExtent), NO_MORE_POSITIONS),
      choices: () => parts,
      intervals: (segment) => {
        this.scope.takeParts(parts.length);
        const iterators = parts.map((part) => part.intervals(segment)).filter((found) => found !== null);
        return iterators.length === 0 ? null : new AnyOf(iterators);
      },
    });
    this.#choices.add(made);
    return made;
  }

  phrase(sources: readonly IntervalSource[]): IntervalSource {
    if (sources.length === 1) return sources[0]!;
    return this.or(this.#pulledUp(sources).map((parts) => this.#block(parts)));
  }

  #block(sources: readonly IntervalSource[]): IntervalSource {
    const parts = sources.flatMap((source) => this.#blocks.get(source) ?? [source]);
    const intervals = this.#all(parts, (iterators) => new Block(iterators));
    const made = this.#made({ kind: 'block', parts, minExtent: sumOf(parts), intervals });
    this.#blocks.set(made, parts);
    return made;
  }

  ordered(sources: readonly IntervalSource[]): IntervalSource {
    if (sources.length === 1) return sources[0]!;
    const runs: { source: IntervalSource; times: number }[] = [];
    for (const source of sources) {
      const last = runs.at(-1);
      if (last?.source.key === source.key) last.times++;
      else runs.push({ source, times: 1 });
    }
    const parts = runs.map(({ source, times }) => this.#repeated(source, times));
    return parts.length === 1 ? parts[0]! : this.#inOrder(parts);
  }

  #inOrder(parts: readonly IntervalSource[]): IntervalSource {
    return this.#made({
      kind: 'ordered',
      parts,
      minExtent: sumOf(parts),
      intervals: this.#all(parts, (iterators) => new Ordered(iterators)),
      choices: () => this.#pulledUp(parts).map((own) => this.#inOrder(own)),
    });
  }

  unordered(sources: readonly IntervalSource[]): IntervalSource {
    if (sources.length === 1) return sources[0]!;
    const times = new Map<string, { source: IntervalSource; times: number }>();
    for (const source of sources) {
      const known = times.get(source.key);
      if (known === undefined) times.set(source.key, { source, times: 1 });
      else known.times++;
    }
    const parts = [...times.values()].map((each) => this.#repeated(each.source, each.times));
    return parts.length === 1 ? parts[0]! : this.#inAnyOrder(parts);
  }

  #inAnyOrder(parts: readonly IntervalSource[]): IntervalSource {
    return this.#made({
      kind: 'unordered',
      parts,
      minExtent: sumOf(parts),
      intervals: this.#all(parts, (iterators) => new Unordered(iterators)),
      choices: () => this.#pulledUp(parts).map((own) => this.#inAnyOrder(own)),
    });
  }

  #repeated(source: IntervalSource, times: number): IntervalSource {
    if (times === 1) return source;
    const { minExtent } = source;
    const intervals = this.#all([source], ([iterator]) => new Repeated(iterator!, times));
    return this.#made({ kind: `repeated ${times}`, parts: [source], minExtent, intervals });
  }

  maxGaps(source: IntervalSource, most: number): IntervalSource {
    return this.or(
      source.choices.map((choice) => {
        const { minExtent } = choice;
        const intervals = this.#all([choice], ([iterator]) => new FewGaps(iterator!, most));
        return this.#made({ kind: `gaps ${most}`, parts: [choice], minExtent, intervals });
      }),
    );
  }

  scripted(source: IntervalSource, spec: ScriptSpec): IntervalSource {
    const { minExtent } = source;
    const script = new IntervalScript(spec, this.scope.context.budget);
    const { searcher, nestedPath } = this.scope.context;
    const intervals = (segment: number): IntervalIterator | null => {
      const reader = searcher.segments[segment]!;
      return this.#all(
        [source],
        ([iterator]) => new Scripted(iterator!, script, reader, nestedPath),
      )(segment);
    };
    return this.#made({ kind: `script ${JSON.stringify(spec)}`, parts: [source], minExtent, intervals });
  }

  extend(source: IntervalSource, before: number, after: number): IntervalSource {
    return this.#made({
      kind: `extended ${before} ${after}`,
      parts: [source],
      minExtent: Math.min(before + source.minExtent + after, NO_MORE_POSITIONS),
      intervals: this.#all([source], ([iterator]) => new Extended(iterator!, before, after)),
      choices: () => source.choices.map((choice) => this.extend(choice, before, after)),
    });
  }

  /** Of another field than the one that the query names: not taken apart. */
  fixed(source: IntervalSource): IntervalSource {
    const { minExtent, intervals } = source;
    const choices = (): readonly IntervalSource[] => this.#split(source).map((choice) => this.fixed(choice));
    return this.#made({ kind: 'fixed', parts: [source], minExtent, intervals, choices });
  }

  #related(
    kind: string,
    [a, b]: readonly [IntervalSource, IntervalSource],
    Relation: Relate,
    choices?: () => readonly IntervalSource[],
  ): IntervalSource {
    const { minExtent } = a;
    const intervals = this.#all([a, b], ([first, second]) => new Relation(first!, second!));
    const made = { kind, parts: [a, b], minExtent, intervals };
    return this.#made(choices === undefined ? made : { ...made, choices });
  }

  containing(big: IntervalSource, small: IntervalSource): IntervalSource {
    return this.or(this.#split(big).map((each) => this.#related('containing', [each, small], Containing)));
  }

  containedBy(small: IntervalSource, big: IntervalSource): IntervalSource {
    return this.or(this.#split(big).map((each) => this.#related('contained', [small, each], ContainedBy)));
  }

  overlapping(source: IntervalSource, other: IntervalSource): IntervalSource {
    const choices = (): readonly IntervalSource[] => {
      return this.#pulledUp([source, other]).map(([a, b]) => this.overlapping(a!, b!));
    };
    return this.#related('overlapping', [source, other], Overlapping, choices);
  }

  #unrelated(
    kind: string,
    [a, b]: readonly [IntervalSource, IntervalSource],
    Relation: Relate,
  ): IntervalSource {
    const intervals = (segment: number): IntervalIterator | null => {
      this.scope.takeParts(2);
      const inner = a.intervals(segment);
      const other = inner === null ? null : b.intervals(segment);
      return inner === null || other === null ? inner : new Relation(inner, other);
    };
    return this.#made({ kind, parts: [a, b], minExtent: a.minExtent, intervals, wanted: [a] });
  }

  notContaining(source: IntervalSource, other: IntervalSource): IntervalSource {
    return this.or(
      this.#split(source).map((each) => this.#unrelated('not containing', [each, other], NotContaining)),
    );
  }

  notContainedBy(source: IntervalSource, other: IntervalSource): IntervalSource {
    return this.or(
      this.#split(other).map((each) => this.#unrelated('not contained', [source, each], NotContainedBy)),
    );
  }

  notOverlapping(source: IntervalSource, other: IntervalSource): IntervalSource {
    return this.#unrelated('not overlapping', [source, other], NotOverlapping);
  }

  before(source: IntervalSource, other: IntervalSource): IntervalSource {
    return this.containedBy(source, this.extend(this.#beside(other, true), NO_MORE_POSITIONS, 0));
  }

  after(source: IntervalSource, other: IntervalSource): IntervalSource {
    return this.containedBy(source, this.extend(this.#beside(other, false), 0, NO_MORE_POSITIONS));
  }

  #beside(source: IntervalSource, before: boolean): IntervalSource {
    const intervals = this.#all([source], ([iterator]) => new Beside(iterator!, before));
    return this.#made({ kind: `beside ${before}`, parts: [source], minExtent: 1, intervals });
  }

  /** Those of single positions together: one cannot be longer than another. */
  #split(source: IntervalSource): IntervalSource[] {
    const { choices } = source;
    const single = choices.filter(({ minExtent }) => minExtent === 1);
    const others = choices.filter(({ minExtent }) => minExtent !== 1);
    return single.length === 0 ? others : [this.or(single), ...others];
  }

  /** `(a, b or c d)` as `(a, b)` and `(a, c d)`. */
  #pulledUp(sources: readonly IntervalSource[]): readonly (readonly IntervalSource[])[] {
    let lists: IntervalSource[][] = [[]];
    for (const source of sources) {
      const split = this.#split(source);
      if (split.length === 1) {
        for (const list of lists) list.push(split[0]!);
        continue;
      }
      if (lists.length * split.length > MAX_CLAUSES) {
        throw apiError('illegal_argument_exception', 'Too many disjunctions to expand');
      }
      const before = lists;
      this.scope.takeParts(split.length * before.length * (1 + (before[0]?.length ?? 0)));
      lists = split.flatMap((each) => before.map((list) => [...list, each]));
    }
    return lists;
  }
}

function sumOf(parts: readonly IntervalSource[]): number {
  return parts.reduce((sum, part) => sum + part.minExtent, 0);
}

/** In an order of their own: choices between the same are equal, however they are written. */
function distinct(sources: readonly IntervalSource[]): readonly IntervalSource[] {
  const parts = [...new Map(sources.map((source) => [source.key, source])).values()];
  return parts.sort((a, b) => (a.key < b.key ? -1 : 1));
}
