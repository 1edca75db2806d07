import { ApiError, type ErrorCause } from '@sextant/contract';
import type { Pipeline } from './compile-pipeline.ts';
import type { IngestDocument } from './ingest-document.ts';
import type { IngestCounts, Processor } from './processor.ts';

/** Is told of every processor, for simulations. */
export interface ProcessorWatch {
  readonly done: (processor: Processor, document: IngestDocument) => void;
  readonly dropped: (processor: Processor) => void;
  readonly skipped: (processor: Processor) => void;
  readonly failed: (processor: Processor, error: ApiError, document: IngestDocument) => void;
  /** It runs another pipeline, whose processors follow. */
  readonly entered: (processor: Processor) => void;
  /** Whether it was told of the error as that of a processor. Others end all, whatever is said of failures. */
  readonly hasTold: (error: ApiError) => boolean;
}

/** What one takes at least. */
const STEPS_PER_PROCESSOR = 100;

/** Runs pipelines over documents, one after the other. */
export class PipelineRunner {
  readonly #nanos: () => number;
  readonly #watch: ProcessorWatch | undefined;

  constructor(nanos: () => number, watch?: ProcessorWatch) {
    this.#nanos = nanos;
    this.#watch = watch;
  }

  /** Throws ApiError where a processor failed and nothing is said of that. */
  run(pipeline: Pipeline, document: IngestDocument): 'dropped' | undefined {
    const { counts, processors, onFailure, id } = pipeline;
    return document.within(id, () =>
      this.#counted(counts, () => this.#guarded(document, processors, onFailure)),
    );
  }

  /** One processor by itself, with its condition and what it says of failures. */
  one(processor: Processor, document: IngestDocument): 'dropped' | undefined {
    return this.#processor(processor, document);
  }

  #counted(counts: IngestCounts, run: () => 'dropped' | undefined) {
    const started = this.#nanos();
    counts.current++;
    try {
      return run();
    } catch (error) {
      counts.failed++;
      throw error;
    } finally {
      counts.current--;
      counts.count++;
      counts.nanos += this.#nanos() - started;
    }
  }

  /** All in their order; where one fails, the handlers take its place and that of all that would follow. */
  #guarded(
    document: IngestDocument,
    processors: readonly Processor[],
    handlers: readonly Processor[],
  ): 'dropped' | undefined {
    for (const processor of processors) {
      try {
        if (this.#processor(processor, document) === 'dropped') return 'dropped';
      } catch (error) {
        if (!(error instanceof ApiError) || handlers.length === 0 || this.#endsAll(error, document))
          throw error;
        return this.#handled(document, processor, error, handlers);
      }
    }
  }

  #processor(processor: Processor, document: IngestDocument): 'dropped' | undefined {
    const { condition, ignoreFailure, onFailure, counts } = processor;
    document.work(STEPS_PER_PROCESSOR);
    if (condition !== undefined && !condition.holds(document)) {
      this.#watch?.skipped(processor);
      return;
    }
    try {
      const ended = this.#counted(counts, () => this.#run(processor, document));
      if (ended === 'dropped') this.#watch?.dropped(processor);
      else this.#watch?.done(processor, document);
      return ended;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      this.#watch?.failed(processor, error, document);
      if (this.#endsAll(error, document)) throw error;
      if (ignoreFailure) return;
      noteOrigin(processor, error, document);
      if (onFailure.length === 0) throw error;
      return this.#handled(document, processor, error, onFailure);
    }
  }

  #endsAll(error: ApiError, { isSpent }: IngestDocument): boolean {
    return isSpent || this.#watch?.hasTold(error) === false;
  }

  #run(processor: Processor, document: IngestDocument): 'dropped' | undefined {
    if (processor.type === 'pipeline') this.#watch?.entered(processor);
    return processor.run(document);
  }

  #handled(
    document: IngestDocument,
    processor: Processor,
    error: ApiError,
    handlers: readonly Processor[],
  ): 'dropped' | undefined {
    const { ingest } = document;
    const { message, type, tag, pipeline } = failureFacts(processor, error);
    ingest.on_failure_message = message;
    ingest.on_failure_processor_type = type;
    ingest.on_failure_processor_tag = tag;
    if (pipeline !== undefined) ingest.on_failure_pipeline = pipeline;
    try {
      return this.#guarded(document, handlers, []);
    } finally {
      delete ingest.on_failure_message;
      delete ingest.on_failure_processor_type;
      delete ingest.on_failure_processor_tag;
      delete ingest.on_failure_pipeline;
    }
  }
}

/** Where an error comes from, while it goes up through pipelines. */
interface Origin {
  readonly type: string;
  readonly tag: string | null;
  readonly pipeline: string | undefined;
}

const origins = new WeakMap<ApiError, Origin>();

function noteOrigin({ type, tag }: Processor, error: ApiError, { innerPipeline }: IngestDocument): void {
  if (!origins.has(error)) origins.set(error, { type, tag: tag ?? null, pipeline: innerPipeline });
}

function failureFacts({ type, tag }: Processor, error: ApiError): Origin & { readonly message: string } {
  const origin = origins.get(error) ?? { type, tag: tag ?? null, pipeline: undefined };
  return { ...origin, message: rootOf(error.error).reason };
}

function rootOf(cause: ErrorCause): ErrorCause {
  return cause.causedBy === undefined ? cause : rootOf(cause.causedBy);
}
