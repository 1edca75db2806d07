import type { Clock } from '@sextant/base';
import { ApiError } from '@sextant/contract';
import type { ClusterMetadata, Section } from '../../../cluster/metadata/cluster-metadata.ts';
import { parseValue, type Values } from '../ingest/java-values.ts';
import { compileSearchPipeline } from './compile-search-pipeline.ts';
import type { DefaultPipelines } from './default-pipelines.ts';
import { newCounts, type SearchPipeline, type SearchScripts } from './search-pipeline.ts';
import { Turns } from './turns.ts';

/** A pipeline as it is kept: its body, as JSON. */
export interface KeptSearchPipeline {
  readonly body: string;
}

export const searchPipelines: Section<KeptSearchPipeline> = { name: 'search_pipeline' };

interface Compiled {
  readonly kept: KeptSearchPipeline;
  readonly pipeline: SearchPipeline | ApiError;
}

/** The search pipelines of the cluster, compiled when they are first asked for. */
export class SearchPipelines {
  /** Of all searches that went through any pipeline. */
  readonly totals = { request: newCounts(), response: newCounts() };
  /** Those that indices name. */
  readonly defaults: DefaultPipelines;
  readonly #metadata: ClusterMetadata;
  readonly #scripts: SearchScripts;
  readonly #compiled = new Map<string, Compiled>();

  /** Of all searches that go through any pipeline. */
  readonly turns: Turns;

  constructor(
    metadata: ClusterMetadata,
    {
      clock,
      scripts,
      defaults,
    }: { readonly clock: Clock; readonly scripts: SearchScripts; readonly defaults: DefaultPipelines },
  ) {
    this.turns = new Turns(clock);
    this.#metadata = metadata;
    this.#scripts = scripts;
    this.defaults = defaults;
  }

  get size(): number {
    return this.#metadata.entries(searchPipelines).size;
  }

  /** All that can be run, with what is counted of them. */
  used(): readonly SearchPipeline[] {
    const ids = [...this.#metadata.entries(searchPipelines).keys()];
    return ids.flatMap((id) => {
      const found = this.#find(id);
      return found === undefined || found instanceof ApiError ? [] : [found];
    });
  }

  /** Undefined where there is none. Throws ApiError where it was kept by another version and cannot be read. */
  find(id: string): SearchPipeline | undefined {
    const found = this.#find(id);
    if (found instanceof ApiError) throw found;
    return found;
  }

  #find(id: string): SearchPipeline | ApiError | undefined {
    const kept = this.#metadata.entries(searchPipelines).get(id);
    const before = this.#compiled.get(id);
    if (kept === undefined) {
      this.#compiled.delete(id);
      return undefined;
    }
    if (before?.kept === kept) return before.pipeline;
    const pipeline = this.#tryCompile(id, kept, before?.pipeline);
    this.#compiled.set(id, { kept, pipeline });
    return pipeline;
  }

  #tryCompile(id: string, { body }: KeptSearchPipeline, before?: SearchPipeline | ApiError) {
    try {
      return this.compile(id, parseValue(body) as Values, before instanceof ApiError ? undefined : before);
    } catch (error) {
      if (error instanceof ApiError) return error;
      throw error;
    }
  }

  /** A pipeline that is not kept. Throws ApiError. */
  compile(id: string, body: Values, before?: SearchPipeline): SearchPipeline {
    return compileSearchPipeline(id, body, this.#scripts, before);
  }
}
