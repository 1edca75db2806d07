import { ApiError } from '@sextant/contract';
import type { ScriptHost } from '../budget/script-host.ts';
import type { ScriptContext } from './compile/scope.ts';
import type { ScriptAllowance } from './frame.ts';
import { JavaError } from './java-error.ts';
import { JavaMap } from './java-map.ts';
import { scriptValue } from './json-values.ts';
import { Program } from './program.ts';
import { checkRunnable } from './script-language.ts';
import type { ScriptSpec } from './script-spec.ts';
import { RequestContextMap, SEARCH_REQUEST_FRAME, SearchRequestMap } from './search-request-map.ts';

const context: ScriptContext = {
  name: 'search',
  returns: 'void',
  variables: [
    { name: 'params', type: 'Map', place: 0 },
    { name: 'ctx', type: 'Map', place: 1 },
  ],
};

/** `Map.of(…)` of Java. */
class ImmutableMap extends JavaMap {
  #isMade = false;

  static of(entries: readonly (readonly [string, unknown])[]): ImmutableMap {
    const map = new ImmutableMap();
    for (const [key, value] of entries) map.set(key, value);
    map.#isMade = true;
    return map;
  }

  #refuse(method: string, line: number): never {
    const frames = [
      'java.base/java.util.ImmutableCollections.uoe(ImmutableCollections.java:159)',
      `java.base/java.util.ImmutableCollections$AbstractImmutableMap.${method}(ImmutableCollections.java:${line})`,
    ];
    throw new JavaError('unsupported_operation_exception', null, frames);
  }

  override set(key: unknown, value: unknown): unknown {
    return this.#isMade ? this.#refuse('put', 1318) : super.set(key, value);
  }

  override remove(_key: unknown): unknown {
    return this.#refuse('remove', 1321);
  }

  override clear(): void {
    this.#refuse('clear', 1312);
  }
}

/** What the search itself has refused is the root of the error. */
function withRoot({ error }: ApiError): ApiError {
  const { details, causedBy } = error;
  const [first] = (details?.script_stack ?? []) as readonly unknown[];
  const isRefused = String(first).startsWith(SEARCH_REQUEST_FRAME);
  return new ApiError(isRefused && causedBy !== undefined ? { ...error, rootCause: [causedBy] } : error);
}

/** A script of a search pipeline, which may change some members of a search before it is done. */
export class SearchRequestScript {
  readonly #spec: ScriptSpec;
  readonly #program: Program;
  readonly #host: ScriptHost | null;

  /** Throws ApiError where it cannot be compiled. */
  constructor(spec: ScriptSpec, host: ScriptHost | null = null) {
    checkRunnable(spec, context.name, null);
    this.#spec = spec;
    this.#host = host;
    this.#program = new Program(spec.source, context);
  }

  /**
   * The body as it is afterwards; `attributes`: of the whole search, which it may change as well; `allowance`: of all
   * scripts of the search. Throws ApiError.
   */
  changed(
    body: Readonly<Record<string, unknown>>,
    attributes: Map<string, unknown>,
    allowance: ScriptAllowance | null = null,
  ): Readonly<Record<string, unknown>> {
    const draft = { ...body };
    const params = scriptValue(this.#spec.params);
    if (params instanceof JavaMap) params.freeze(null);
    const ctx = ImmutableMap.of([
      ['request_context', new RequestContextMap(attributes)],
      ['_source', new SearchRequestMap(draft)],
    ]);
    try {
      this.#program.run(this.#program.state([params, ctx], null, this.#host, allowance));
    } catch (error) {
      throw error instanceof ApiError ? withRoot(error) : error;
    }
    return draft;
  }
}
