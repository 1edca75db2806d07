import { ApiError, type ErrorCause } from '@sextant/contract';
import type { TemplatePart } from './parse-mustache.ts';

/** Sections in each other; a body is nested no deeper either. */
const depthMax = 1000;

/** Functions that make one text of what stands between their tags. */
export const functionPattern = /^(?:toJson|url|join(?: delimiter='(.*)')?)$/;

/** A template that is ready to be filled in. */
export interface CompiledTemplate {
  readonly source: string;
  readonly parts: readonly TemplatePart[];
}

/** Throws ApiError in OpenSearch's words. The library is loaded when the first template comes. */
export async function compileTemplate(source: string): Promise<CompiledTemplate> {
  const { parseMustache } = await import('./parse-mustache.ts');
  return compileWith(parseMustache, source);
}

/** The same with the library at hand. */
export function compileWith(
  parseMustache: (source: string) => readonly TemplatePart[],
  source: string,
): CompiledTemplate {
  let parts: readonly TemplatePart[];
  try {
    parts = parseMustache(source);
  } catch (error) {
    throw broken(source, inOurWords(source, error instanceof Error ? error.message : String(error)));
  }
  check(source, parts, 0);
  return { source, parts };
}

function check(source: string, parts: readonly TemplatePart[], depth: number): void {
  if (depth > depthMax) throw broken(source, `Sections are nested deeper than ${depthMax} levels`);
  for (const { kind, value, from, parts: inner } of parts) {
    if (kind === '>') {
      throw broken(source, `Template ${value} not found`, 'mustache_not_found_exception');
    }
    if (kind !== 'text' && value === '') throw broken(source, `Empty mustache ${placeOf(source, from)}`);
    if (kind === '#' && functionPattern.test(value) && value !== 'url' && inner.length !== 1) {
      const name = value.startsWith('join') ? 'join' : value;
      throw broken(source, `Mustache function [${name}] must contain one and only one identifier`);
    }
    check(source, inner, depth + 1);
  }
}

function broken(source: string, reason: string, type: ErrorCause['type'] = 'mustache_exception'): ApiError {
  const details = { script_stack: [], script: source, lang: 'mustache' };
  return new ApiError({ type: 'script_exception', reason, details, causedBy: { type, reason } });
}

function placeOf(source: string, at: number): string {
  return `@[query-template:${lineOf(source, at)}]`;
}

function lineOf(source: string, at: number): number {
  return source.slice(0, at).split('\n').length;
}

/** What the library says, as OpenSearch's says it. */
function inOurWords(source: string, message: string): string {
  const open = source.lastIndexOf('{{');
  if (message.startsWith('Unclosed tag')) {
    const isEmpty = source.slice(open + 2).trim() === '';
    return `${isEmpty ? 'Empty mustache' : 'Improperly closed variable'} ${placeOf(source, open)}`;
  }
  const [, kind, name = '', place] = /^(Unclosed|Unopened) section "(.*)" at (\d+)$/s.exec(message) ?? [];
  const at = Number(place);
  if (kind === 'Unopened') return mismatched(source, at, 'null', name);
  if (kind === undefined) return `${message} ${placeOf(source, open)}`;
  const closing = /^\{\{\s*\/\s*(.*?)\s*\}\}/s.exec(source.slice(at))?.[1];
  if (closing !== undefined) return mismatched(source, at, name, closing);
  return `Failed to close '${name}' tag ${placeOf(source, Math.max(0, source.lastIndexOf(name)))}`;
}

function mismatched(source: string, at: number, opened: string, closed: string): string {
  const line = lineOf(source, at);
  return `Mismatched start/end tags: ${opened} != ${closed} in query-template:${line} @[query-template:${line}]`;
}
