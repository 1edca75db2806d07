import type { Clock } from '@sextant/base';
import { dictionary, type JsonMap } from '@sextant/contract';
import { namedQueries } from '../dsl/query-name.ts';
import type { SearchRequest } from './search-request.ts';

/** What a fetch does beside its phases, in OpenSearch's names and order. */
const PARTS = [
  'build_sub_phase_processors',
  'create_stored_fields_visitor',
  'get_next_reader',
  'load_source',
  'load_stored_fields',
] as const;
type FetchPart = (typeof PARTS)[number];

/** What makes the members of a hit, in OpenSearch's names and order. */
export type FetchPhaseName =
  | 'ExplainPhase'
  | 'FetchDocValuesPhase'
  | 'ScriptFieldsPhase'
  | 'FetchSourcePhase'
  | 'FetchFieldsPhase'
  | 'FetchVersionPhase'
  | 'SeqNoPrimaryTermPhase'
  | 'MatchedQueriesPhase'
  | 'HighlightPhase'
  | 'FetchScorePhase';

/** Time in nanoseconds, and how often. */
interface Measured {
  nanos: number;
  count: number;
}

interface MeasuredPhase {
  readonly process: Measured;
  readonly nextReader: Measured;
}

const nothing = (): Measured => ({ nanos: 0, count: 0 });

/**
 * Where the time goes in which documents of one shard are shown: each lap is the time since the one before. A fetch of the same
 * name, as of inner hits of the next document, goes on with it.
 */
export class FetchProfile {
  readonly #clock: Pick<Clock, 'nanos'>;
  readonly #parts = new Map<FetchPart, Measured>(PARTS.map((part) => [part, nothing()]));
  readonly #phases: ReadonlyMap<FetchPhaseName, MeasuredPhase>;
  #mark = 0;

  constructor(request: SearchRequest, clock: Pick<Clock, 'nanos'>) {
    this.#clock = clock;
    const phases = phasesOf(request);
    this.#phases = new Map(phases.map((name) => [name, { process: nothing(), nextReader: nothing() }]));
  }

  /** The time until now is of something else. */
  begin(): void {
    this.#mark = this.#clock.nanos();
  }

  /** The time since the last lap was this part. */
  part(name: FetchPart): void {
    this.#lap(this.#parts.get(name)!);
  }

  /** The time since the last lap made a member of a hit; it is a part of the next lap where nobody asked for the member. */
  phase(name: FetchPhaseName): void {
    const phase = this.#phases.get(name);
    if (phase !== undefined) this.#lap(phase.process);
  }

  /** Documents of the next segment come: there is nothing to do for it, which takes as long as it is measured to. */
  nextReader(): void {
    this.part('get_next_reader');
    for (const { nextReader } of this.#phases.values()) this.#lap(nextReader);
  }

  /** What was done for documents of several shards at once is shared out among them. */
  add(name: FetchPhaseName, nanos: number, count: number): void {
    const process = this.#phases.get(name)?.process;
    if (process === undefined) return;
    process.nanos += nanos;
    process.count += count;
  }

  #lap(measured: Measured): void {
    const now = this.#clock.nanos();
    measured.nanos += now - this.#mark;
    measured.count++;
    this.#mark = now;
  }

  /** As OpenSearch shows it. */
  json(name: string): JsonMap {
    const children = [...this.#phases].map(([phase, { process, nextReader }]) => {
      const parts = [
        ['process', process],
        ['set_next_reader', nextReader],
      ] as const;
      return measuredJson(phase, parts, []);
    });
    return measuredJson(name, [...this.#parts], children);
  }
}

function measuredJson(
  name: string,
  parts: readonly (readonly [string, Measured])[],
  children: readonly { readonly time_in_nanos: number }[],
): { readonly time_in_nanos: number } & JsonMap {
  const breakdown: Record<string, number> = dictionary();
  let time = children.reduce((sum, child) => sum + child.time_in_nanos, 0);
  for (const [part, { nanos, count }] of parts) {
    const whole = Math.round(nanos);
    breakdown[part] = whole;
    breakdown[`${part}_count`] = count;
    time += whole;
  }
  const within = children.length === 0 ? {} : { children };
  return { type: name, description: name, time_in_nanos: time, breakdown, ...within };
}

/** What a request has done for each document. */
function phasesOf(request: SearchRequest): FetchPhaseName[] {
  const named = namedQueries(request.query);
  if (request.postFilter !== null) namedQueries(request.postFilter, named);
  const asked: readonly (readonly [FetchPhaseName, boolean])[] = [
    ['ExplainPhase', request.explain],
    ['FetchDocValuesPhase', request.docvalueFields.length > 0],
    ['ScriptFieldsPhase', request.scriptFields.length > 0],
    ['FetchSourcePhase', request.source.enabled && !request.bare],
    ['FetchFieldsPhase', request.fields.length > 0],
    ['FetchVersionPhase', request.version],
    ['SeqNoPrimaryTermPhase', request.seqNoPrimaryTerm],
    ['MatchedQueriesPhase', named.size > 0],
    ['HighlightPhase', request.highlight !== null],
    ['FetchScorePhase', request.trackScores && request.sort.length > 0],
  ];
  return asked.filter(([, isAsked]) => isAsked).map(([name]) => name);
}

/** Of all shards of a search whose profile is asked for. */
export class FetchProfiles {
  readonly #clock: Pick<Clock, 'nanos'>;
  readonly #byShard = new Map<number, Map<string, FetchProfile>>();

  constructor(clock: Pick<Clock, 'nanos'>) {
    this.#clock = clock;
  }

  of(shard: number, name: string, request: SearchRequest): FetchProfile {
    const own = this.#byShard.get(shard) ?? new Map<string, FetchProfile>();
    this.#byShard.set(shard, own);
    const profile = own.get(name) ?? new FetchProfile(request, this.#clock);
    own.set(name, profile);
    return profile;
  }

  nanos(): number {
    return this.#clock.nanos();
  }

  /** That of the hits first, then what is within it. */
  json(shard: number): JsonMap[] {
    const own = [...(this.#byShard.get(shard) ?? [])];
    const rank = (name: string): number => Number(name !== HITS);
    return own.sort(([a], [b]) => rank(a) - rank(b)).map(([name, profile]) => profile.json(name));
  }
}

/** One fetch of documents, which may be of several shards, on its way. */
export class ProfiledFetch {
  readonly all: FetchProfiles;
  readonly #name: string;
  readonly #request: SearchRequest;
  readonly #targets: readonly { readonly shardIndex: number }[];
  readonly #reached = new Set<number>();

  /** `targets`: the segments. */
  constructor(
    all: FetchProfiles,
    name: string,
    request: SearchRequest,
    targets: readonly { readonly shardIndex: number }[],
  ) {
    this.all = all;
    this.#name = name;
    this.#request = request;
    this.#targets = targets;
  }

  /** What follows is of a document of this segment. */
  begin(segment: number): FetchProfile {
    const profile = this.#of(segment);
    profile.begin();
    return profile;
  }

  /** Its shard is ready. */
  reach(segment: number): void {
    if (this.#reached.has(segment)) return;
    this.#reached.add(segment);
    this.#of(segment).nextReader();
  }

  /** Named queries were asked for all documents at once, since then. */
  matched(docs: readonly { readonly segment: number }[], since: number): void {
    const each = (this.all.nanos() - since) / docs.length;
    for (const { segment } of docs) this.#of(segment).add('MatchedQueriesPhase', each, 1);
  }

  #of(segment: number): FetchProfile {
    return this.all.of(this.#targets[segment]!.shardIndex, this.#name, this.#request);
  }
}

/** The name of the fetch that the hits of the answer come from. */
export const HITS = 'fetch';
