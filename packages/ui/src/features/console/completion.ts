import type { ParamSpec, Route } from '@sextant/contract';
import { commonParams } from '@sextant/contract';
import { bodyPlace, bodySuggestions } from './body-completion.ts';
import { type ConsoleRequest, requestAt } from './console-text.ts';
import { beginsPattern, isParameter, pathParts, routesOf } from './route-match.ts';
import type { Suggestion, Suggestions } from './suggestion.ts';

/** What only the service knows. */
export interface Names {
  readonly indices: readonly string[];
  /** Full paths of the fields of the index that the request names. */
  readonly fields: readonly string[];
}

const methods = ['GET', 'POST', 'PUT', 'DELETE', 'HEAD'];

/** What can be written at a place of the console's text. */
export function suggestionsAt(
  text: string,
  place: number,
  requests: readonly ConsoleRequest[],
  table: readonly Route[],
  names: Names,
): Suggestions | undefined {
  const lineFrom = text.lastIndexOf('\n', place - 1) + 1;
  const before = text.slice(lineFrom, place);
  const request = requestAt(requests, place);
  const onHead = /^\s*([a-z]+)\s+(\S*)$/i.exec(before);
  if (onHead !== null && methods.includes(onHead[1]!.toUpperCase())) {
    return urlSuggestions(onHead[1]!.toUpperCase(), onHead[2]!, place, table, names);
  }
  const inBody =
    request !== undefined && place >= request.bodyFrom && place <= request.to && request.body !== '';
  const written = inBody ? text.slice(request.bodyFrom, place) : '';
  if (inBody && bodyPlace(written) !== undefined) {
    return bodySuggestions(written, place, request.path, names.fields);
  }
  const word = /^\s*([a-z]*)$/i.exec(before);
  if (word === null) return undefined;
  return {
    from: place - word[1]!.length,
    options: methods.map((method) => ({ label: method, apply: `${method} /` })),
  };
}

function urlSuggestions(
  method: string,
  url: string,
  place: number,
  table: readonly Route[],
  names: Names,
): Suggestions {
  const mark = url.indexOf('?');
  if (mark < 0) return pathSuggestions(method, url, place, table, names);
  const pair = url.slice(Math.max(mark, url.lastIndexOf('&')) + 1);
  const params = paramsOf(routesOf(table, withSlash(url), method));
  const equals = pair.indexOf('=');
  if (equals < 0) {
    const options = Object.entries(params).map(
      ([name, spec]): Suggestion => ({ label: name, detail: spec.summary, apply: applyParam(name, spec) }),
    );
    return { from: place - pair.length, options };
  }
  const spec = params[pair.slice(0, equals)];
  const value = pair.slice(equals + 1);
  return { from: place - value.length, options: valuesOf(spec).map((label) => ({ label })) };
}

function applyParam(name: string, spec: ParamSpec): string {
  return spec.type === 'boolean' && spec.default !== 'true' ? name : `${name}=`;
}

function paramsOf(routes: readonly Route[]): Readonly<Record<string, ParamSpec>> {
  return Object.assign({}, ...routes.map((route) => route.params), routes.length > 0 ? commonParams : {});
}

function valuesOf(spec: ParamSpec | undefined): readonly string[] {
  if (spec?.values !== undefined) return spec.values;
  return spec?.type === 'boolean' ? ['true', 'false'] : [];
}

function withSlash(url: string): string {
  return url.startsWith('/') ? url : `/${url}`;
}

function pathSuggestions(
  method: string,
  path: string,
  place: number,
  table: readonly Route[],
  names: Names,
): Suggestions {
  const parts = pathParts(withSlash(path));
  const typed = parts.at(-1) ?? '';
  const whole = parts.slice(0, -1);
  const words = new Map<string, string>();
  let takesIndex = false;
  for (const route of table) {
    if (!route.methods.some((each) => each === method)) continue;
    for (const pattern of route.paths) {
      if (!beginsPattern(whole, pattern)) continue;
      const next = pathParts(pattern)[whole.length]!;
      if (next === '{index}' || next === '{target}') takesIndex = true;
      else if (next !== '' && !isParameter(next) && !words.has(next)) words.set(next, route.summary);
    }
  }
  const options: Suggestion[] = takesIndex ? names.indices.map((label) => ({ label, detail: 'index' })) : [];
  for (const [label, detail] of words) options.push({ label, detail });
  const from = place - (typed.length - (typed.lastIndexOf(',') + 1));
  return { from, options };
}
