import { ApiError } from '@sextant/contract';
import type { ScriptHost } from '../budget/script-host.ts';
import type { WorkBudget } from '../budget/work-budget.ts';
import { KeptByText } from '../mapping/kept-by-text.ts';
import type { ScriptContext } from './compile/scope.ts';
import type { ScriptAllowance } from './frame.ts';
import { JavaMap } from './java-map.ts';
import { documentJson, scriptDocument, scriptValue, weightOf } from './json-values.ts';
import { Program } from './program.ts';
import { checkRunnable } from './script-language.ts';
import type { ScriptSpec } from './script-spec.ts';
import { throughValues } from './through-values.ts';
import { castError } from './unwritten-classes.ts';
import { JavaDouble, JavaFloat, JavaLong, JavaSmall, longOf, textOf } from './values.ts';

const context: ScriptContext = {
  name: 'update',
  returns: 'void',
  variables: [
    { name: 'params', type: 'Map', place: 0 },
    { name: 'ctx', type: 'Map', place: 1 },
  ],
};

const PROGRAMS_KEPT = 100;
const programs = new KeptByText(PROGRAMS_KEPT, (source) => new Program(source, context));

/** What a script is told of a document, beside `_source`; names as in `ctx`. null = there is none. */
export type ScriptedMeta = Readonly<Record<string, string | number | null>>;

/** What a script made of a document. */
export interface Scripted {
  /** `index`, `noop`, `delete`, or whatever else it said; `null` where it says nothing. */
  readonly op: string;
  /** JSON. null: it took it away. Throws ApiError where it cannot be written. */
  readonly source: () => string | null;
  /** The same after it and `op` were taken out of `ctx`, which may stand in it. */
  readonly sourceApart: () => string | null;
  /** A member of `ctx` as it is now: null = none. */
  readonly meta: (name: string) => string | number | null;
  readonly version: () => ScriptedVersion;
  /** Members of `ctx` beside those that are known. */
  readonly added: (known: ReadonlySet<string>) => readonly string[];
}

/** The version of the document as the script leaves it. */
interface ScriptedVersion {
  /** Whole numbers of any type; whatever else it is in words. */
  readonly value: string | number | null;
  /** As the version that the script was told: it equals no number of another type. */
  readonly isLong: boolean;
}

/** A script that changes documents through `ctx`. */
export class UpdateScript {
  readonly #spec: ScriptSpec;
  readonly #budget: WorkBudget | null;
  readonly #host: ScriptHost | null;
  readonly #allowance: ScriptAllowance | null;

  constructor(
    spec: ScriptSpec,
    budget: WorkBudget | null,
    host: ScriptHost | null = null,
    allowance: ScriptAllowance | null = null,
  ) {
    this.#spec = spec;
    this.#budget = budget;
    this.#host = host;
    this.#allowance = allowance;
  }

  /** `stored`: JSON of an object. Throws ApiError. */
  run(
    stored: Uint8Array,
    op: string,
    meta: ScriptedMeta,
    kind: 'HashMap' | 'LinkedHashMap' = 'LinkedHashMap',
  ): Scripted {
    const { source, params } = this.#spec;
    checkRunnable(this.#spec, context.name, this.#budget);
    const program = programs.get(source);
    const ctx = new JavaMap();
    for (const [name, value] of Object.entries(meta)) ctx.set(name, value === null ? null : metaValue(value));
    ctx.set('op', op);
    const document = scriptDocument(stored, kind);
    const bytes = weightOf(document);
    ctx.set('_source', document);
    const state = program.state([scriptValue(params), ctx], this.#budget, this.#host, this.#allowance);
    program.run(state);
    state.begin();
    return throughValues(() => result(ctx, bytes));
  }
}

function metaValue(value: string | number): unknown {
  return typeof value === 'number' ? new JavaLong(longOf(value)) : value;
}

function result(ctx: JavaMap, givenBytes: number): Scripted {
  const op = ctx.get('op');
  const source = ctx.get('_source');
  if (source !== null && !(source instanceof JavaMap)) throw castError(source, 'java.util.Map');
  if (op !== null && typeof op !== 'string') throw castError(op, 'java.lang.String');
  const json = () => (source === null ? null : JSON.stringify(documentJson(source, givenBytes)));
  return {
    op: op ?? 'null',
    source: json,
    sourceApart: () => {
      for (const name of ['op', '_source']) ctx.remove(name);
      return json();
    },
    meta: (name) => throughValues(() => plain(ctx.get(name))),
    version: () => throughValues(() => versionOf(ctx.get('_version'))),
    added: (known) => throughValues(() => addedTo(ctx, known)),
  };
}

function addedTo(ctx: JavaMap, known: ReadonlySet<string>): readonly string[] {
  let isAny = false;
  for (const { key } of ctx.unordered()) if (!known.has(key as string)) isAny = true;
  return isAny
    ? ctx
        .keys()
        .map(textOf)
        .filter((name) => !known.has(name))
    : [];
}

function plain(value: unknown): string | number | null {
  if (value === null || typeof value === 'string' || typeof value === 'number') return value;
  return value instanceof JavaLong ? Number(value.value) : textOf(value);
}

function versionOf(value: unknown): ScriptedVersion {
  const isOther = value instanceof JavaDouble || value instanceof JavaFloat || value instanceof JavaSmall;
  const isWhole = isOther && Number.isSafeInteger(value.value);
  return { value: isWhole ? value.value : plain(value), isLong: value instanceof JavaLong };
}

/** An error of a script as an update tells it. */
export function failedScript(error: unknown): unknown {
  if (!(error instanceof ApiError)) return error;
  const { type } = error.error;
  const ofScript =
    type === 'script_exception' ||
    type === 'resource_not_found_exception' ||
    type === 'illegal_argument_exception';
  if (!ofScript) return error;
  const reason = 'failed to execute script';
  const root = { type: 'illegal_argument_exception', reason } as const;
  return new ApiError({ ...root, causedBy: error.error, rootCause: [root] }, { cause: error });
}
