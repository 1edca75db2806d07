import { ApiError } from '@sextant/contract';
import type { ClusterMetadata, Section } from '../../../cluster/metadata/cluster-metadata.ts';
import { causeOf } from '../error-body.ts';
import { compilePipeline, type Pipeline } from './compile-pipeline.ts';
import type { IngestDocument } from './ingest-document.ts';
import type { ScriptEntry } from './ingest-scripts.ts';
import { parseValue, type Values } from './java-values.ts';
import { IngestCounts } from './processor.ts';
import { PipelineRunner, type ProcessorWatch } from './run-pipeline.ts';

/** A pipeline as it is kept: its body, as JSON so that each number stays what it was. */
export interface KeptPipeline {
  readonly body: string;
}

export const ingestPipelines: Section<KeptPipeline> = { name: 'ingest_pipeline' };

interface Compiled {
  readonly kept: KeptPipeline;
  readonly pipeline: Pipeline | ApiError;
}

/** The pipelines of the cluster, compiled when they are first asked for. */
export class IngestPipelines {
  /** Of all documents that went through any pipeline. */
  readonly total = new IngestCounts();
  readonly #metadata: ClusterMetadata;
  readonly #scripts: ScriptEntry;
  readonly #nanos: () => number;
  readonly #compiled = new Map<string, Compiled>();
  readonly #runner: PipelineRunner;

  constructor(metadata: ClusterMetadata, scripts: ScriptEntry, nanos: () => number) {
    this.#metadata = metadata;
    this.#scripts = scripts;
    this.#nanos = nanos;
    this.#runner = new PipelineRunner(nanos);
  }

  get size(): number {
    return this.#metadata.entries(ingestPipelines).size;
  }

  /** All that can be run, with what is counted of them. */
  used(): readonly Pipeline[] {
    const used: Pipeline[] = [];
    for (const id of this.#metadata.entries(ingestPipelines).keys()) {
      try {
        used.push(this.find(id)!);
      } catch (error) {
        causeOf(error);
      }
    }
    return used;
  }

  /** Undefined where there is none. Throws ApiError where it was kept by another version and cannot be read. */
  find(id: string): Pipeline | undefined {
    const kept = this.#metadata.entries(ingestPipelines).get(id);
    if (kept === undefined) {
      this.#compiled.delete(id);
      return undefined;
    }
    let compiled = this.#compiled.get(id);
    if (compiled?.kept !== kept) {
      compiled = { kept, pipeline: this.#tryCompile(id, kept) };
      this.#compiled.set(id, compiled);
    }
    if (compiled.pipeline instanceof ApiError) throw compiled.pipeline;
    return compiled.pipeline;
  }

  #tryCompile(id: string, { body }: KeptPipeline): Pipeline | ApiError {
    try {
      return this.compile(id, parseValue(body) as Values);
    } catch (error) {
      if (error instanceof ApiError) return error;
      throw error;
    }
  }

  /** A pipeline that is not kept; `watch` sees each processor of it and of those that it runs. Throws ApiError. */
  compile(id: string, body: Values, watch?: ProcessorWatch): Pipeline {
    const runner = watch === undefined ? this.#runner : new PipelineRunner(this.#nanos, watch);
    return compilePipeline(id, body, {
      find: (name) => (watch === undefined ? this.find(name) : this.#watched(name, watch)),
      run: (pipeline, document) => runner.run(pipeline, document),
      runInner: (processor, document) => this.#runner.one(processor, document),
      scripts: this.#scripts,
    });
  }

  #watched(id: string, watch: ProcessorWatch): Pipeline | undefined {
    const kept = this.#metadata.entries(ingestPipelines).get(id);
    return kept === undefined ? undefined : this.compile(id, parseValue(kept.body) as Values, watch);
  }

  /** Throws ApiError where a processor failed and nothing is said of that. */
  run(pipeline: Pipeline, document: IngestDocument, watch?: ProcessorWatch): 'dropped' | undefined {
    const runner = watch === undefined ? this.#runner : new PipelineRunner(this.#nanos, watch);
    return runner.run(pipeline, document);
  }
}
