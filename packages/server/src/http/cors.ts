import type { Headers } from './http-request.ts';

/** A regular expression that takes time in proportion to what it reads. */
export interface OriginPattern {
  /** Why it cannot be used. */
  problem(): string | undefined;
  matches(origin: string): boolean;
}

export interface CorsOptions {
  /** `*`, origins with commas between, or `/expression/`. */
  readonly allowOrigin: string;
  readonly allowMethods: readonly string[];
  readonly allowHeaders: readonly string[];
  readonly allowCredentials: boolean;
  readonly maxAgeSeconds: number;
  readonly compile: (expression: string) => OriginPattern;
}

type AnswerHeaders = Readonly<Record<string, string>>;

/** An origin longer than this is none. */
const originLengthMax = 1_000;

/** Which pages of other sites may call, as `http.cors.*` says. Answers what OpenSearch answers. */
export class CorsRules {
  /** Why the rules cannot be used, in a sentence; undefined where they can. */
  readonly problem: string | undefined;
  readonly #options: CorsOptions;
  readonly #anyOrigin: boolean;
  readonly #origins: ReadonlySet<string>;
  readonly #pattern: OriginPattern | undefined;

  constructor(options: CorsOptions) {
    const { allowOrigin, compile } = options;
    this.#options = options;
    this.#anyOrigin = allowOrigin === '*';
    const isPattern = allowOrigin.length > 2 && allowOrigin.startsWith('/') && allowOrigin.endsWith('/');
    this.#pattern = isPattern ? compile(allowOrigin.slice(1, -1)) : undefined;
    this.#origins = new Set(isPattern ? [] : allowOrigin.split(',').map((origin) => origin.trim()));
    const problem = this.#pattern?.problem();
    if (problem !== undefined) {
      this.problem = `http.cors.allow-origin [${allowOrigin}] cannot be used as a regular expression: ${problem}`;
    }
  }

  allows(origin: string): boolean {
    if (this.#anyOrigin) return true;
    if (origin.length > originLengthMax) return false;
    return this.#origins.has(origin) || this.#pattern?.matches(origin) === true;
  }

  /** What every answer to this origin carries. */
  headers(origin: string): AnswerHeaders {
    const { allowCredentials } = this.#options;
    if (this.#anyOrigin && !allowCredentials) return { 'access-control-allow-origin': '*' };
    const own = { 'access-control-allow-origin': origin, vary: 'origin' };
    return allowCredentials ? { ...own, 'access-control-allow-credentials': 'true' } : own;
  }

  /** What the answer to a preflight carries besides. */
  preflightHeaders(): AnswerHeaders {
    const { allowMethods, allowHeaders, maxAgeSeconds } = this.#options;
    return {
      'access-control-allow-methods': allowMethods.join(', '),
      'access-control-allow-headers': allowHeaders.join(', '),
      'access-control-max-age': String(maxAgeSeconds),
    };
  }
}

/** A browser asks beforehand whether it may send what a page wants to send. */
export function isPreflight(method: string, headers: Headers): boolean {
  return method === 'OPTIONS' && headers['access-control-request-method'] !== undefined;
}

/** The page comes from the address that it calls. */
export function isSameOrigin(origin: string, host: string | undefined): boolean {
  const authority = /^https?:\/\/(.*)$/i.exec(origin)?.[1];
  return authority !== undefined && host !== undefined && authority.toLowerCase() === host.toLowerCase();
}
