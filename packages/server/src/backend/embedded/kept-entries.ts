import { type ApiError, apiError, type Json, type JsonMap, RawJson, wildcardTest } from '@sextant/contract';
import type { Section } from '../../cluster/metadata/cluster-metadata.ts';
import type { BackendRequest, BackendResponse } from '../backend.ts';
import { type EmbeddedContext, ok } from './context.ts';
import { checkClusterBlocks } from './request-blocks.ts';

/** The entries that some of the names or patterns mean. */
export function entriesNamed<T>(
  { metadata }: Pick<EmbeddedContext, 'metadata'>,
  section: Section<T>,
  patterns: readonly string[],
): [string, T][] {
  const tests = patterns.map(wildcardTest);
  return [...metadata.entries(section)].filter(([name]) => tests.some((test) => test(name)));
}

interface Removal<T> {
  readonly section: Section<T>;
  readonly pattern: string;
  /** Where there is none of them. */
  readonly missing: (pattern: string) => ApiError;
  /** Throws ApiError where they may not be removed. */
  readonly check?: (names: readonly string[]) => void;
}

/** Removes the entries that a name or pattern means. Throws ApiError where there is none, but of all. */
export function removeEntries<T>(
  context: EmbeddedContext,
  request: Pick<BackendRequest, 'access'>,
  { section, pattern, missing, check }: Removal<T>,
): BackendResponse {
  checkClusterBlocks(context, request, undefined);
  const names = entriesNamed(context, section, [pattern]).map(([name]) => name);
  if (names.length === 0 && pattern !== '*') throw missing(pattern);
  check?.(names);
  if (names.length > 0)
    context.metadata.change({ section, entries: new Map(names.map((name) => [name, undefined])) });
  return ok({ acknowledged: true });
}

/** An entry that is kept as it was given, in JSON. */
interface KeptText {
  readonly body: string;
}

function rawBody({ body }: KeptText): RawJson {
  return new RawJson(Buffer.from(body));
}

export function bodiesByName(found: readonly (readonly [string, KeptText])[]): JsonMap {
  return Object.fromEntries(found.map(([name, kept]): [string, Json] => [name, rawBody(kept)]));
}

export function pipelineMissing(id: string): ApiError {
  return apiError('resource_not_found_exception', `pipeline [${id}] is missing`);
}

/** Pipelines as `_cluster/state` shows them. */
export function pipelineBodies(pipelines: ReadonlyMap<string, KeptText>): JsonMap[] {
  return [...pipelines].map(([id, kept]) => ({ id, config: rawBody(kept) }));
}
