import type { ScriptHost } from '../budget/script-host.ts';
import type { ScriptContext } from './compile/scope.ts';
import { JavaMap } from './java-map.ts';
import { documentJson, scriptValue, weightOf } from './json-values.ts';
import { Program } from './program.ts';
import { checkRunnable } from './script-language.ts';
import type { ScriptSpec } from './script-spec.ts';

const variables = [
  { name: 'params', type: 'Map', place: 0 },
  { name: 'ctx', type: 'Map', place: 1 },
] as const;

const contexts = {
  ingest: { name: 'ingest', returns: 'void', variables },
  condition: { name: 'processor_conditional', returns: 'boolean', variables },
} satisfies Readonly<Record<string, ScriptContext>>;

const UNCHANGED = 'Mutating ingest documents in conditionals is not supported';

/** A script of a pipeline over documents as they go through it: fields and metadata in one object. */
export class IngestScript {
  readonly #spec: ScriptSpec;
  readonly #program: Program;
  readonly #host: ScriptHost | null;

  /** Throws ApiError where it cannot be compiled. */
  constructor(spec: ScriptSpec, context: keyof typeof contexts, host: ScriptHost | null = null) {
    checkRunnable(spec, contexts[context].name, null);
    this.#spec = spec;
    this.#host = host;
    this.#program = new Program(spec.source, contexts[context]);
  }

  /** The document as it is afterwards, for `JSON.stringify`. Throws ApiError. */
  changed(document: unknown): unknown {
    const ctx = scriptValue(document);
    const bytes = weightOf(ctx);
    this.#run(ctx);
    return documentJson(ctx, bytes);
  }

  /** What a condition says. Throws ApiError. */
  holds(document: unknown): boolean {
    const ctx = scriptValue(document);
    if (ctx instanceof JavaMap) ctx.freeze(UNCHANGED);
    return this.#run(ctx) === true;
  }

  #run(ctx: unknown): unknown {
    const params = scriptValue(this.#spec.params);
    if (params instanceof JavaMap) params.freeze(null);
    return this.#program.run(this.#program.state([params, ctx], null, this.#host));
  }
}
