import type { ParamsOf } from '@sextant/contract';
import { parseSourceRequest, type SourceRequest } from '@sextant/engine';

export const wholeSource: SourceRequest = { enabled: true, includes: [], excludes: [] };

type SourceParams = Pick<
  ParamsOf<'get'>,
  '_source' | '_source_includes' | '_source_include' | '_source_excludes' | '_source_exclude'
>;

const names = [
  '_source',
  '_source_includes',
  '_source_include',
  '_source_excludes',
  '_source_exclude',
] as const;

/** `_source` of the URL (true, false or paths) with its includes and excludes; undefined: none was given, not even an empty one. */
export function sourceFilterOfParams(params: SourceParams): SourceRequest | undefined {
  if (names.every((name) => params[name] === undefined)) return undefined;
  const list = (name: keyof SourceParams): readonly string[] => params[name] ?? [];
  const isIncluded = params._source_includes !== undefined || params._source_include !== undefined;
  const includes = [...list('_source_includes'), ...list('_source_include')];
  const excludes = [...list('_source_excludes'), ...list('_source_exclude')];
  const given = list('_source');
  const [first] = given;
  if (given.length === 1 && (first === 'true' || first === 'false')) {
    return { enabled: first === 'true', includes, excludes };
  }
  // As OpenSearch has it, one goes before the other.
  return { enabled: true, includes: isIncluded ? includes : given, excludes };
}

/** `_source` of a body: boolean, path, paths, or `{includes, excludes}`; undefined: none was given. */
export function sourceFilterOfBody(value: unknown): SourceRequest | undefined {
  return value === undefined || value === null ? undefined : parseSourceRequest(value);
}
