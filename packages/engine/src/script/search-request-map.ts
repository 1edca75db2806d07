import { apiError } from '@sextant/contract';
import { toBoolean, toFloat, toInt } from '../dsl/json-reader.ts';
import { JavaError, nullPointer } from './java-error.ts';
import { JavaMap, type View } from './java-map.ts';
import { classOf, JavaFloat } from './values.ts';

const PACKAGE = 'org.opensearch.search.pipeline.common';
/** How a line of a stack begins that comes of a search. */
export const SEARCH_REQUEST_FRAME = `${PACKAGE}.SearchRequestMap.`;
const GET = `${PACKAGE}.SearchRequestMap.get(SearchRequestMap.java:79)`;
const PUT_OVER = `${PACKAGE}.SearchRequestMap.put(SearchRequestMap.java:20)`;
const PUT_READ = `${PACKAGE}.SearchRequestMap.put(SearchRequestMap.java:94)`;
const PUT_WRITE = `${PACKAGE}.SearchRequestMap.put(SearchRequestMap.java:136)`;

type Draft = Record<string, unknown>;

/** One member of a search that scripts see. */
interface Member {
  /** As Java has it; where the search does not say it, too. */
  readonly read: (given: unknown) => unknown;
  /** What stands in the search then; throws JavaError. */
  readonly write: (value: unknown) => unknown;
}

const wrapped = new Map([
  ['Integer', 'intValue'],
  ['Boolean', 'booleanValue'],
  ['Float', 'floatValue'],
]);

/** A value that Java casts. */
function cast(value: unknown, to: string): unknown {
  if (value === null) {
    throw nullPointer(`Cannot invoke "java.lang.${to}.${wrapped.get(to)}()" because "value" is null`);
  }
  const own = classOf(value);
  if (own === to) return value;
  throw new JavaError('class_cast_exception', castFailure(value, to));
}

/** In Java's words. */
function castFailure(value: unknown, to: string): string {
  const own = classOf(value);
  const name = `${/^(?:ArrayList|.*Map|.*Set)$/.test(own) ? 'java.util' : 'java.lang'}.${own}`;
  const where = `(${name} and java.lang.${to} are in module java.base of loader 'bootstrap')`;
  return `class ${name} cannot be cast to class java.lang.${to} ${where}`;
}

function notLess(value: number, least: number, reason: (value: number) => string): number {
  if (value >= least) return value;
  throw new JavaError('illegal_argument_exception', reason(value));
}

const negative = (name: string) => (value: number) =>
  `[${name}] parameter cannot be negative, found [${value}]`;

function number(absent: number, least: number, reason: (value: number) => string): Member {
  return {
    read: (given) => (given === undefined ? absent : toInt(given)),
    write: (value) => notLess(cast(value, 'Integer') as number, least, reason),
  };
}

/** `absent`: null is a value as well. */
function flag(absent: boolean | null): Member {
  return {
    read: (given) => (given === undefined ? absent : toBoolean(given)),
    write: (value) => (value === null && absent === null ? undefined : cast(value, 'Boolean')),
  };
}

const INT_MAX = 2 ** 31 - 1;

function trackedOf(given: unknown): unknown {
  if (given === undefined) return null;
  if (given === true || given === 'true') return INT_MAX;
  if (given === false || given === 'false') return -1;
  return toInt(given);
}

function tracked(value: unknown): unknown {
  const limit = cast(value, 'Integer') as number;
  if (limit === INT_MAX) return true;
  return notLess(
    limit,
    -1,
    (own) => `[track_total_hits] parameter must be positive or equals to -1, got ${own}`,
  );
}

const members: ReadonlyMap<string, Member> = new Map([
  ['from', number(-1, 0, negative('from'))],
  ['size', number(-1, 0, negative('size'))],
  ['explain', flag(null)],
  ['version', flag(null)],
  ['seq_no_primary_term', flag(null)],
  ['track_scores', flag(false)],
  ['track_total_hits', { read: trackedOf, write: tracked }],
  [
    'min_score',
    {
      read: (given) => (given === undefined ? null : new JavaFloat(toFloat(given))),
      write: (value) => (cast(value, 'Float') as JavaFloat).value,
    },
  ],
  ['terminate_after', number(0, 0, () => 'terminateAfter must be > 0')],
  ['profile', flag(false)],
]);

const viewLines: ReadonlyMap<View, number> = new Map([
  ['keySet', 61],
  ['values', 65],
  ['entrySet', 69],
]);

/** What every map of a search pipeline refuses. */
abstract class PipelineMap extends JavaMap {
  #refuse(method: string, line: number): JavaError {
    const frame = `${PACKAGE}.BasicMap.${method}(BasicMap.java:${line})`;
    const reason = `${method} Method not supported in Search pipeline script`;
    return new JavaError('unsupported_operation_exception', reason, [frame]);
  }

  /** There is always something in it. */
  override get size(): number {
    return 1;
  }
  override count(): number {
    throw this.#refuse('size', 37);
  }
  override remove(_key: unknown): unknown {
    throw this.#refuse('remove', 49);
  }
  override clear(): void {
    throw this.#refuse('clear', 57);
  }
  override viewed(view: View): never {
    throw this.#refuse(view, viewLines.get(view)!);
  }
  override entries(): never {
    return this.viewed('entrySet');
  }
  override has(key: unknown): boolean {
    return this.get(key) !== null;
  }
  override freeze(): void {}
  override hash(): number {
    return 0;
  }
  override equalTo(other: unknown): boolean {
    return this === other;
  }
}

/** `ctx._source`: some members of the search, to be read and changed, nothing else of it. */
export class SearchRequestMap extends PipelineMap {
  readonly #draft: Draft;

  constructor(draft: Draft) {
    super();
    this.#draft = draft;
  }

  #member(key: unknown, frames: readonly string[]): Member {
    const member = typeof key === 'string' ? members.get(key) : undefined;
    if (member !== undefined) return member;
    const reason = typeof key === 'string' ? `Unsupported key: ${key}` : 'key must be a String';
    throw new JavaError('search_request_map_processing_exception', reason, [GET, ...frames]);
  }

  override get(key: unknown): unknown {
    return this.#member(key, []).read(this.#draft[String(key)]);
  }

  override set(key: unknown, value: unknown): unknown {
    const name = String(key);
    const member = this.#member(key, [PUT_READ, PUT_OVER]);
    const before = member.read(this.#draft[name]);
    try {
      const after = member.write(value);
      if (after === undefined) delete this.#draft[name];
      else this.#draft[name] = after;
    } catch (error) {
      if (!(error instanceof JavaError)) throw error;
      throw new JavaError(error.type, error.reason, [PUT_WRITE, PUT_OVER]);
    }
    return before;
  }

  override text(): string {
    return `${PACKAGE}.SearchRequestMap@1b2c3d`;
  }
}

/** `ctx.request_context`: what the processors of a search leave for each other. */
export class RequestContextMap extends PipelineMap {
  readonly #attributes: Map<string, unknown>;

  constructor(attributes: Map<string, unknown>) {
    super();
    this.#attributes = attributes;
  }

  override get(key: unknown): unknown {
    return typeof key === 'string' ? (this.#attributes.get(key) ?? null) : null;
  }

  override set(key: unknown, value: unknown): unknown {
    const before = this.get(key);
    this.#attributes.set(String(key), value);
    return before;
  }

  override text(): string {
    return `${PACKAGE}.ScriptRequestProcessor$RequestContextMap@1b2c3d`;
  }
}

/** What Java calls an attribute that is no whole number. Throws ApiError. */
export function wholeAttribute(value: unknown): number {
  if (typeof value === 'number') return value;
  throw apiError('class_cast_exception', castFailure(value, 'Integer'));
}
