import { type ApiError, apiError, isObject } from '@sextant/contract';
import type { SearchOptions } from './search-api.ts';

const nestingMax = 1_000;
/** They compare with what stands in the whole index. */
const comparing = /^significant_/;

/** Throws ApiError. Terms and their counts are those of all documents: what shows them would tell of hidden ones. */
export function refuseRevealing(body: SearchOptions['body'], suggests: boolean): void {
  if (suggests) throw refusedToPart('suggest');
  if (isAsked(body.explain)) throw refusedToPart('explain');
  // It tells how many documents a query came to before the hidden ones were left out.
  if (isAsked(body.profile)) throw refusedToPart('profile');
  for (const tree of [body.aggs, body.aggregations]) refuseIn(tree, 0);
  for (const tree of [body.query, body.post_filter, body.collapse]) refuseInnerHits(tree, 0);
}

/** What compares with the whole index, or tells the numbers of documents, counts the objects of hidden nested fields too. */
export function refuseCounting(body: SearchOptions['body']): void {
  if (isAsked(body.explain)) throw refusedToPart('explain');
  for (const tree of [body.aggs, body.aggregations]) refuseComparing(tree, 0);
  for (const tree of [body.query, body.post_filter, body.collapse]) refuseInnerHits(tree, 0);
}

function refuseComparing(tree: unknown, depth: number): void {
  if (depth > nestingMax) throw refusedToPart('aggs');
  if (Array.isArray(tree)) {
    for (const each of tree) refuseComparing(each, depth + 1);
    return;
  }
  if (!isObject(tree)) return;
  for (const [name, value] of Object.entries(tree)) {
    if (comparing.test(name) || (name === 'explain' && isAsked(value))) throw refusedToPart(name);
    refuseComparing(value, depth + 1);
  }
}

function isAsked(flag: unknown): boolean {
  return flag === true || flag === 'true';
}

function refuseIn(tree: unknown, depth: number): void {
  if (depth > nestingMax) throw refusedToPart('aggs');
  if (Array.isArray(tree)) {
    for (const each of tree) refuseIn(each, depth + 1);
    return;
  }
  if (!isObject(tree)) return;
  for (const [name, value] of Object.entries(tree)) {
    if (comparing.test(name)) throw refusedToPart(name);
    // What is no whole number is cut off.
    if (name === 'min_doc_count' && Number(value) < 1) throw refusedToPart('min_doc_count: 0');
    if (name === 'explain' && isAsked(value)) throw refusedToPart(name);
    refuseIn(value, depth + 1);
  }
}

/** Those of nested queries, and of groups of hits. */
function refuseInnerHits(tree: unknown, depth: number): void {
  if (depth > nestingMax) throw refusedToPart('inner_hits');
  if (Array.isArray(tree)) {
    for (const each of tree) refuseInnerHits(each, depth + 1);
    return;
  }
  if (!isObject(tree)) return;
  for (const [name, value] of Object.entries(tree)) {
    if (name === 'inner_hits') refuseIn(value, depth + 1);
    refuseInnerHits(value, depth + 1);
  }
}

/** Of what cannot be answered to somebody who may see only a part of an index. */
export function refusedToPart(what: string): ApiError {
  const reason = `[${what}] is not allowed to callers who may see only a part of an index: it would tell of the rest`;
  return apiError('security_exception', reason);
}
