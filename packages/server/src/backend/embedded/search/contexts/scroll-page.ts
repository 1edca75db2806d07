import { type JsonMap, RawJson } from '@sextant/contract';
import { type SearchPage, type SearchResult, WorkBudget } from '@sextant/engine';
import type { BackendRequest } from '../../../backend.ts';
import type { EmbeddedContext } from '../../context.ts';
import { observeRequest } from '../observe-request.ts';
import { observeSearch } from '../observe-search.ts';
import { budgetOptions, endWith } from '../request-budget.ts';
import { isWrittenAsText, sourceBytes } from '../search-answer.ts';
import { searchTargeted, type TargetedSearch } from '../search-targeted.ts';
import { shardNumbers } from './context-id.ts';
import type { MissingShard } from './missing-shards.ts';
import { contextLost, type OpenContext } from './open-contexts.ts';
import type { MadePage } from './pages-ahead.ts';
import { advance, followShards, nextPage, type ScrollState } from './scroll-state.ts';

/** Pages that take more are made when they are asked for. */
const AHEAD_BYTES_MAX = 4 * 1024 * 1024;

/** A request for a page of a scroll. */
interface PageRequest {
  readonly context: EmbeddedContext;
  readonly request: BackendRequest;
  readonly opened: OpenContext<ScrollState>;
  /** Another page may follow. */
  readonly goesOn: boolean;
  /** Its answer is changed before it is written: that of a first page alone. */
  readonly asTree?: boolean;
  /** Of the first page: the shards that the scroll does without. */
  readonly missing?: readonly MissingShard[];
}

/** The next page of a scroll. Throws ApiError. */
export async function page(asked: PageRequest): Promise<JsonMap | RawJson> {
  const { kept: state } = asked.opened;
  const isFirst = state.totals === undefined;
  followShards(state, asked.context.engine.pinned(asked.opened.number));
  const { answer, result, page: wanted } = (await madeAhead(asked)) ?? (await makePage(asked));
  if (result !== undefined) advance(state, wanted, result);
  // Who has asked for a second page is likely to want the others, too.
  const isWalk = !isFirst && asked.goesOn && result !== undefined && result.page?.lasts.length !== 0;
  const bytes = isWalk ? sourceBytes(answer) : 0;
  if (isWalk && bytes <= AHEAD_BYTES_MAX) readAhead(asked, bytes);
  return answer;
}

interface Made {
  readonly answer: JsonMap | RawJson;
  readonly result: SearchResult | undefined;
  readonly page: SearchPage;
}

/** What the answer depends on beside the state of the scroll. */
function formOf({ context, request, opened, goesOn }: PageRequest): string {
  const there = context.engine.pinned(opened.number).length;
  const { documentType, openSearchKeys } = request.dialect;
  const totalAsInt = request.params.rest_total_hits_as_int === true;
  return [there, goesOn, totalAsInt, documentType, openSearchKeys, isWrittenAsText(request)].join();
}

async function madeAhead(asked: PageRequest): Promise<MadePage | undefined> {
  const { context, request, opened } = asked;
  const ahead = context.contexts.pagesAhead.take(opened, {
    form: formOf(asked),
    after: opened.kept.lasts.at(-1),
  });
  if (ahead === undefined) return undefined;
  request.task.searches(opened.kept.targets.indices.map(({ name }) => name));
  endWith(ahead.budget, request);
  return await ahead.made;
}

/** `ahead`: its request has not come yet. */
async function makePage(asked: PageRequest, ahead: Pick<TargetedSearch, 'budget'> = {}): Promise<Made> {
  const { context, request, opened, goesOn, missing = [] } = asked;
  const { kept: state, number } = opened;
  const there = context.engine.pinned(number);
  if (there.length === 0 && opened.shards.length > 0) {
    throw contextLost(shardNumbers(number, opened.shards.length), undefined, context.identity.nodeId);
  }
  const names = new Set(there.map(({ index }) => index));
  const indices = state.targets.indices.filter(({ name }) => names.has(name));
  const { body, page: wanted } = nextPage(state);
  const left = new Set(there.map(({ indexUuid, shard }) => `${indexUuid}/${shard}`));
  const lost = shardNumbers(number, opened.shards.length).filter((_, i) => {
    const { uuid, shard } = opened.shards[i]!;
    return !left.has(`${uuid}/${shard}`);
  });
  const { answer, result } = await searchTargeted(context, request, {
    ...ahead,
    asTree: asked.asTree === true,
    params: { ...state.params, rest_total_hits_as_int: request.params.rest_total_hits_as_int },
    body,
    targets: { ...state.targets, indices },
    more: {
      ...state.boosts,
      context: number,
      page: wanted,
      ...(ahead.budget === undefined ? {} : { isAhead: true }),
    },
    view: {
      ...(goesOn ? { scrollId: opened.id } : {}),
      // What phases took is told of the first page alone.
      ...(state.totals === undefined ? {} : { totals: state.totals, phaseTook: false }),
      ...(lost.length === 0 ? {} : { lost }),
      ...(missing.length === 0 ? {} : { missing }),
    },
  });
  return { answer, result, page: wanted };
}

/** Begins with the page that will be asked for next, where a searching thread has nothing else to do. */
function readAhead(asked: PageRequest, expectedBytes: number): void {
  const { context, opened } = asked;
  const { someIdle, queue } = context.engine.searchPool();
  if (opened.uses > 1 || !someIdle || queue > 0 || isObserved(asked)) return;
  if (context.engine.pinned(opened.number).length < opened.shards.length) return;
  const budget = new WorkBudget(budgetOptions(context));
  const ahead = {
    form: formOf(asked),
    after: opened.kept.lasts.at(-1),
    budget,
    made: madePage({ ...asked, asTree: false }, budget),
  };
  context.contexts.pagesAhead.add(opened, ahead, expectedBytes);
}

/** Undefined where something is wrong with it: who asks for it is told of that. */
async function madePage(asked: PageRequest, budget: WorkBudget): Promise<MadePage | undefined> {
  try {
    const { answer, result, page } = await makePage(asked, { budget });
    if (!(answer instanceof RawJson) || answer.bytes.length > AHEAD_BYTES_MAX) return undefined;
    if (result === undefined || result.timedOut || result.shards.failures.length > 0) return undefined;
    return { answer, result, page };
  } catch {
    return undefined;
  }
}

/** What listeners are told of a search is told of its request. */
function isObserved({ context, request, opened }: PageRequest): boolean {
  const { targets, body } = opened.kept;
  const { onShard } = observeSearch(context, request, targets.indices, body);
  return onShard !== undefined || observeRequest(context, request, targets.indices, body) !== undefined;
}
