import { ApiError, apiError, dictionary, type Json, type JsonMap, RawJson } from '@sextant/contract';
import { type EmbeddedContext, type Handler, ok } from '../context.ts';
import { requestSource } from '../document/request-source.ts';
import { versionTypeOf } from '../document/write-params.ts';
import { causeOf, errorBody } from '../error-body.ts';
import type { Pipeline } from './compile-pipeline.ts';
import { IngestDocument, metadataNames } from './ingest-document.ts';
import { isNumber, isValues, javaText, type Value, type Values, wholeDigits } from './java-values.ts';
import { objectOf } from './pipeline-handlers.ts';
import { ingestPipelines } from './pipelines.ts';
import type { Processor } from './processor.ts';
import { Config } from './processor-config.ts';
import type { ProcessorWatch } from './run-pipeline.ts';
import { ingestTurns } from './turns.ts';

const SIMULATED = '_simulate_pipeline';

export const simulatePipeline: Handler<'ingest.simulate'> = async (context, request) => {
  const config = new Config(objectOf(await requestSource(request)));
  const { id } = request.pathParams;
  const verbose = request.params.verbose === true;
  const results = new SimulatedProcessors();
  const watch = verbose ? results : undefined;
  const pipeline = pipelineOf(context, id, config, watch);
  const documents = config.list('docs').map((each) => readDocument(context, each));
  if (documents.length === 0) {
    throw apiError('illegal_argument_exception', 'must specify at least one document in [docs]');
  }
  const turns = ingestTurns(context.clock);
  const docs: Json[] = [];
  for (const document of documents) {
    await turns();
    docs.push(simulated(context, pipeline, document, watch));
  }
  return ok({ docs });
};

function pipelineOf(
  context: EmbeddedContext,
  id: string | undefined,
  config: Config,
  watch: SimulatedProcessors | undefined,
): Pipeline {
  const { pipelines, metadata } = context;
  if (id === undefined) return pipelines.compile(SIMULATED, config.map('pipeline'), watch);
  const kept = metadata.entries(ingestPipelines).get(id);
  if (kept === undefined) throw apiError('illegal_argument_exception', `pipeline [${id}] does not exist`);
  return pipelines.compile(id, objectOf(Buffer.from(kept.body)), watch);
}

function readDocument({ clock }: EmbeddedContext, value: Value): IngestDocument {
  if (!isValues(value)) {
    throw apiError('illegal_argument_exception', 'malformed [docs] section, should include an inner object');
  }
  const config = new Config(value);
  const source = config.map('_source');
  const text = (name: string, absent: string) =>
    Object.hasOwn(value, name) ? config.textOrNumber(name) : absent;
  const number = (name: string) => (Object.hasOwn(value, name) ? wholeNumber(config, name) : undefined);
  const head = {
    index: text('_index', '_index'),
    id: text('_id', '_id'),
    routing: Object.hasOwn(value, '_routing') ? config.textOrNumber('_routing') : undefined,
    version: number('_version'),
    versionType: Object.hasOwn(value, '_version_type')
      ? versionTypeOf(config.text('_version_type'))
      : undefined,
    ifSeqNo: number('_if_seq_no'),
    ifPrimaryTerm: number('_if_primary_term'),
  };
  return new IngestDocument(head, source, new Date(clock.now()).toISOString());
}

function wholeNumber(config: Config, name: string): number {
  const value = config.required(name);
  const digits = isNumber(value) ? wholeDigits(value) : undefined;
  if (digits !== undefined) return Number(digits);
  const reason = `Failed to parse parameter [${name}], only int or long is accepted`;
  throw apiError('illegal_argument_exception', reason);
}

function simulated(
  { pipelines }: EmbeddedContext,
  pipeline: Pipeline,
  document: IngestDocument,
  watch: SimulatedProcessors | undefined,
): Json {
  watch?.begin();
  try {
    const ended = pipelines.run(pipeline, document, watch);
    if (watch !== undefined) return { processor_results: watch.results };
    return ended === 'dropped' ? null : { doc: shown(document) };
  } catch (error) {
    if (watch === undefined) return { error: errorBody(causeOf(error)) };
    if (!(error instanceof ApiError) || !watch.hasTold(error)) throw untold(error);
    return { processor_results: watch.results };
  }
}

/** A condition that fails, or a pipeline that is not there, ends the simulation itself, which calls it an argument that is wrong. */
function untold(error: unknown): unknown {
  if (!(error instanceof ApiError) || error.error.type !== 'illegal_state_exception') return error;
  return apiError('illegal_argument_exception', error.error.reason);
}

/** A document as simulations show it: metadata as texts, then the source. */
function shown(document: IngestDocument): JsonMap {
  const head: Record<string, Json> = dictionary();
  for (const name of metadataNames) {
    const value = document.fields[name];
    if (value !== undefined && value !== null) head[name] = javaText(value);
  }
  return {
    ...head,
    _source: raw(document.source()),
    _ingest: raw(document.ingest),
  };
}

function raw(values: Values): RawJson {
  return new RawJson(Buffer.from(JSON.stringify(values)));
}

/** What became of a document at each processor. */
class SimulatedProcessors implements ProcessorWatch {
  results: Json[] = [];
  readonly #told = new WeakSet<ApiError>();

  begin(): void {
    this.results = [];
  }

  /** Whether the error is that of one of the results. */
  hasTold(error: ApiError): boolean {
    return this.#told.has(error);
  }

  done(processor: Processor, document: IngestDocument): void {
    if (processor.type !== 'pipeline') this.#add(processor, 'success', { doc: shown(document) });
  }

  dropped(processor: Processor): void {
    if (processor.type !== 'pipeline') this.#add(processor, 'dropped', {});
  }

  skipped(processor: Processor): void {
    this.#add(processor, 'skipped', {}, false);
  }

  failed(processor: Processor, failure: ApiError, document: IngestDocument): void {
    if (processor.type === 'pipeline') return;
    const { error } = failure;
    this.#told.add(failure);
    if (!processor.ignoreFailure) this.#add(processor, 'error', { error: errorBody(error) });
    else {
      const ignored = { ignored_error: { error: errorBody(error) }, doc: shown(document) };
      this.#add(processor, 'error_ignored', ignored);
    }
  }

  entered(processor: Processor): void {
    this.#add(processor, 'success', {});
  }

  #add(processor: Processor, status: string, more: JsonMap, result = true): void {
    const { type, description, tag, condition } = processor;
    this.results.push({
      processor_type: type,
      status,
      ...(description === undefined ? {} : { description }),
      ...(tag === undefined ? {} : { tag }),
      ...(condition === undefined ? {} : { if: { condition: condition.text, result } }),
      ...more,
    });
  }
}
