import { dictionary, type Json, type JsonMap, wildcardTest } from '@sextant/contract';
import type { IndexMetadata } from '@sextant/engine';
import { checkBlocks } from '../../../cluster/blocks.ts';
import { splitNames } from '../../../cluster/index-names.ts';
import { everyIndex } from '../../../cluster/indices-options.ts';
import { type Handler, ok } from '../context.ts';
import { aliasBody, aliasesBody } from './alias-metadata.ts';
import { resolvedNames } from './resolve.ts';

/** Aliases by index; 404 with what was found where a name without wildcard is missing. */
export const getAliases: Handler<'indices.get_alias' | 'indices.get_aliases'> = async (context, request) => {
  const indices = resolvedNames(context, request, everyIndex);
  checkBlocks(indices, 'metadata_read');
  const names = splitNames(request.pathParams.name);
  if (names.length === 0) {
    return ok(
      Object.fromEntries(indices.map((index) => [index.name, { aliases: aliasesBody(index.aliases) }])),
    );
  }
  const body = matchingAliases(indices, names);
  const missing = missingNames(indices, names);
  if (missing.length === 0) return ok(body);
  const listed = missing.sort().join(',');
  const error = missing.length === 1 ? `alias [${listed}] missing` : `aliases [${listed}] missing`;
  return { status: 404, kind: 'json', body: { error, status: 404, ...body } };
};

/**
 * Names without wildcard that no index has. Behind the first wildcard a minus takes away and is no name itself; a
 * name that is taken away later is not missed.
 */
function missingNames(indices: readonly IndexMetadata[], names: readonly string[]): string[] {
  const firstWildcard = names.findIndex((name) => name.includes('*'));
  const start = firstWildcard < 0 ? names.length : firstWildcard;
  return names.filter((name, at) => {
    if (name.includes('*') || name === '_all' || (at > start && name.startsWith('-'))) return false;
    const takenAway = names.slice(Math.max(at + 1, start)).some((other) => {
      return other.startsWith('-') && wildcardTest(other.slice(1))(name);
    });
    return !takenAway && !indices.some((index) => Object.hasOwn(index.aliases, name));
  });
}

/** Names in order; `-name` takes away from those before it. */
function matchingAliases(indices: readonly IndexMetadata[], names: readonly string[]): JsonMap {
  const body: Record<string, JsonMap> = dictionary();
  for (const index of indices) {
    const found: Record<string, Json> = dictionary();
    for (const name of names) {
      const removing = name.startsWith('-');
      const test = wildcardTest(name === '_all' ? '*' : name.slice(removing ? 1 : 0));
      for (const [alias, metadata] of Object.entries(index.aliases)) {
        if (!test(alias)) continue;
        if (removing) delete found[alias];
        else found[alias] = aliasBody(metadata);
      }
    }
    if (Object.keys(found).length > 0) body[index.name] = { aliases: found };
  }
  return body;
}
