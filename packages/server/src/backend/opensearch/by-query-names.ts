import { apiError } from '@sextant/contract';
import { openIndices } from '../../cluster/indices-options.ts';
import type { BackendRequest } from '../backend.ts';
import { isJsonObject, type JsonObject, type JsonValue } from './exact-json.ts';
import type { BodyNames } from './upstream-body.ts';
import { isPattern, type NameResolver } from './upstream-names.ts';

const search = 'indices:data/read/search';
const index = 'indices:data/write/index';

const actions: ReadonlyMap<string, readonly string[]> = new Map([
  ['update_by_query', [search, index]],
  ['delete_by_query', [search, 'indices:data/write/delete']],
]);

/** The cluster begins with all slices that it is asked for, before it looks whether they are too many. */
const mostSlices = 1024;

function checkSlices({ slices }: BackendRequest['params']): void {
  if (slices === undefined || !(Number(slices) > mostSlices)) return;
  const reason = `The number of slices [${String(slices)}] is too large. It must be less than [${mostSlices}].`;
  throw apiError('illegal_argument_exception', reason);
}

/** Work by query reads and writes: whoever asks for it needs both rights. Throws ApiError. */
export async function requireRights(
  { route, access, params }: Pick<BackendRequest, 'route' | 'access' | 'params'>,
  resolver: NameResolver,
): Promise<void> {
  checkSlices(params);
  const needed = actions.get(route.name);
  if (needed === undefined || needed.every((action) => access.everywhere(action))) return;
  const names = (await resolver.ofPath()).filter((name) => !isPattern(name));
  for (const action of needed) await resolver.many(names, { options: openIndices }, action, {});
}

/** Names on both sides of a copy are judged and written anew. Throws ApiError. */
export async function namesOfReindex(body: JsonValue, names: BodyNames): Promise<void> {
  if (!isJsonObject(body)) return;
  const { source, dest, script } = body;
  // A script could name another index for each document.
  if (script !== undefined) throw refused('script');
  if (isJsonObject(source)) await readsFrom(source, names);
  if (isJsonObject(dest) && dest.index !== undefined) {
    dest.index = await names.item(dest.index, 'write', index);
  }
}

async function readsFrom(source: JsonObject, names: BodyNames): Promise<void> {
  // The other host could be the cluster itself.
  if (source.remote !== undefined) throw refused('remote');
  const { index: given, ...rest } = source;
  await names.search(rest);
  if (given === undefined || given === null) return;
  const read = [...(await names.list(given, search, {}))];
  await names.partial.refuse(read, 'reindex');
  source.index = read;
}

function refused(key: string): Error {
  return apiError('illegal_argument_exception', `[${key}] is not supported in a reindex over this backend`);
}
