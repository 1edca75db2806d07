import type { Clock } from '@sextant/base';
import { ApiError, type ErrorCause, type JsonMap } from '@sextant/contract';
import type { IngestCounts } from '../ingest/processor.ts';
import { ingestTurns } from '../ingest/turns.ts';
import type {
  AskedSearch,
  Attributes,
  FoundHits,
  PipelineSide,
  ProcessorResult,
  SearchPipeline,
  SearchProcessor,
} from './search-pipeline.ts';
import type { SearchPipelines } from './search-pipelines.ts';

/** What caller of a run wants to see of it. */
export interface Trace {
  readonly results: ProcessorResult[];
  readonly shownRequest: (asked: AskedSearch) => JsonMap;
}

/** One search on its way through a pipeline. */
export class PipelineRun {
  readonly #pipeline: SearchPipeline;
  readonly #totals: SearchPipelines['totals'];
  readonly #clock: Clock;
  readonly #trace: Trace | undefined;
  readonly #attributes: Attributes = new Map();

  constructor(
    pipeline: SearchPipeline,
    { totals, clock, trace }: { totals: SearchPipelines['totals']; clock: Clock; trace: Trace | undefined },
  ) {
    this.#pipeline = pipeline;
    this.#totals = totals;
    this.#clock = clock;
    this.#trace = trace;
  }

  /** The search that is to be done. Throws ApiError. */
  async request(given: AskedSearch): Promise<AskedSearch> {
    const shown = this.#trace?.shownRequest ?? (() => ({}));
    return this.#through(this.#pipeline.request, this.#totals.request, {
      given,
      shown,
      run: (run, asked) => run(asked, this.#attributes),
    });
  }

  /** The answer that is to be given. Throws ApiError. */
  async response(given: FoundHits, asked: AskedSearch): Promise<FoundHits> {
    const work = { asked, attributes: this.#attributes, turn: ingestTurns(this.#clock) };
    return this.#through(this.#pipeline.response, this.#totals.response, {
      given,
      shown: ({ hits }) => hits.hits,
      run: (run, found) => run(found, work),
    });
  }

  async #through<Run, Value>(
    { processors, counts }: PipelineSide<Run>,
    total: IngestCounts,
    way: Way<Run, Value>,
  ): Promise<Value> {
    if (processors.length === 0) return way.given;
    return this.#counted(total, () =>
      this.#counted(counts, async () => {
        let value = way.given;
        for (const processor of processors) value = await this.#one(processor, value, way);
        return value;
      }),
    );
  }

  async #one<Run, Value>(
    { type, tag, run, ignoreFailure, counts }: SearchProcessor<Run>,
    value: Value,
    { run: call, shown }: Way<Run, Value>,
  ): Promise<Value> {
    const started = this.#clock.nanos();
    const note = (failed: ErrorCause | undefined, made: Value): void => {
      const millis = Math.trunc((this.#clock.nanos() - started) / 1e6);
      this.#trace?.results.push({
        ...{ type, tag, millis, failed },
        input: shown(value),
        output: failed === undefined ? shown(made) : null,
      });
    };
    try {
      const made = await this.#counted(counts, async () => call(run, value));
      note(undefined, made);
      return made;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      note(error.error, value);
      // Who wants to see all of it is told of each failure there.
      if (ignoreFailure || this.#trace !== undefined) return value;
      throw error;
    }
  }

  async #counted<Result>(counts: IngestCounts, work: () => Promise<Result>): Promise<Result> {
    const started = this.#clock.nanos();
    counts.current++;
    try {
      return await work();
    } catch (error) {
      counts.failed++;
      throw error;
    } finally {
      counts.current--;
      counts.count++;
      counts.nanos += this.#clock.nanos() - started;
    }
  }
}

/** What goes through one side of a pipeline, and how. */
interface Way<Run, Value> {
  readonly given: Value;
  readonly shown: (value: Value) => JsonMap | readonly JsonMap[];
  readonly run: (run: Run, value: Value) => Value | Promise<Value>;
}
