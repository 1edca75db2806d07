import { apiError, type ErrorCause } from '@sextant/contract';
import type { IndexMetadata } from '@sextant/engine';
import { writeIndex } from '../../../cluster/index-names.ts';
import type { BackendRequest } from '../../backend.ts';
import { canonicalName } from '../../index-expression.ts';
import { catalogOf, type EmbeddedContext } from '../context.ts';
import type { VersionType } from '../document/write-params.ts';
import { versionTypeOf } from '../document/write-params.ts';
import { causeOf } from '../error-body.ts';
import { withTemplates } from '../templates/apply-templates.ts';
import { type DocumentHead, IngestDocument } from './ingest-document.ts';
import { isNumber, isValues, javaText, parseValue, type Value, type Values } from './java-values.ts';

/** The pipelines of a write; undefined = none. */
export interface NamedPipelines {
  /** Of the request, or the index's default. */
  readonly first: string | undefined;
  /** Runs after it, whatever that is. */
  readonly final: string | undefined;
}

const none: NamedPipelines = { first: undefined, final: undefined };

/** Which pipelines writes go through: looked up once for each name of an index. */
export class PipelineChoice {
  readonly #context: EmbeddedContext;
  readonly #request: BackendRequest;
  readonly #byIndex = new Map<string, NamedPipelines>();

  constructor(context: EmbeddedContext, request: BackendRequest) {
    this.#context = context;
    this.#request = request;
  }

  /** `given`: what the write says itself; `_none` = not even the default one. */
  of(name: string, given: string | undefined): NamedPipelines {
    let settled = this.#byIndex.get(name);
    if (settled === undefined) {
      settled = this.#ofIndex(name);
      this.#byIndex.set(name, settled);
    }
    if (given === undefined) return settled;
    return { first: given === '_none' ? undefined : given, final: settled.final };
  }

  #ofIndex(name: string): NamedPipelines {
    if (name === '') return none;
    const direct = this.#context.engine.index(name);
    if (direct !== undefined) return ofSettings(direct.settings);
    try {
      const { access } = this.#request;
      const catalog = catalogOf(this.#context, this.#request);
      const resolved = canonicalName(name, access, catalog.now());
      const index = writeIndex(catalog, resolved);
      return ofSettings(index?.settings ?? this.#ofTemplates(resolved));
    } catch (error) {
      // What is wrong with the name is told when it is written to.
      causeOf(error);
      return none;
    }
  }

  #ofTemplates(name: string): IndexMetadata['settings'] {
    const made = withTemplates(this.#context.metadata, { name, settings: {}, mappings: {}, aliases: {} });
    return made.settings as IndexMetadata['settings'];
  }
}

function ofSettings(settings: IndexMetadata['settings']): NamedPipelines {
  const named = (setting: string) => {
    const value = settings[setting];
    return typeof value === 'string' && value !== '_none' ? value : undefined;
  };
  const first = named('index.default_pipeline');
  const final = named('index.final_pipeline');
  return first === undefined && final === undefined ? none : { first, final };
}

export type Ingested =
  | { readonly kind: 'document'; readonly head: DocumentHead; readonly source: Buffer }
  | { readonly kind: 'dropped' }
  | { readonly kind: 'failed'; readonly cause: ErrorCause }
  /** No object of JSON: whoever writes it says so. */
  | { readonly kind: 'unread' };

/** Sends one document through its pipelines. */
export function ingest(
  context: EmbeddedContext,
  choice: PipelineChoice,
  named: NamedPipelines,
  head: DocumentHead,
  source: Uint8Array,
): Ingested {
  const values = valuesOf(source);
  if (values === undefined) return { kind: 'unread' };
  const { total } = context.pipelines;
  const { clock } = context;
  const started = clock.nanos();
  total.count++;
  try {
    const document = new IngestDocument(head, values, new Date(clock.now()).toISOString());
    if (runNamed(context, choice, named, document) === 'dropped') return { kind: 'dropped' };
    return {
      kind: 'document',
      head: headOf(document),
      source: Buffer.from(JSON.stringify(document.source())),
    };
  } catch (error) {
    total.failed++;
    return { kind: 'failed', cause: causeOf(error) };
  } finally {
    total.nanos += clock.nanos() - started;
  }
}

/** Of an update: what it makes where there is no document goes through the pipelines; what it changes does not. */
export function ingestUpsert(
  context: EmbeddedContext,
  choice: PipelineChoice,
  named: NamedPipelines,
  head: DocumentHead,
  source: Uint8Array,
): Ingested {
  const request = valuesOf(source);
  const key = request?.doc_as_upsert === true ? 'doc' : 'upsert';
  const upsert = request?.[key];
  if (request === undefined || !isValues(upsert)) return { kind: 'unread' };
  const done = ingest(context, choice, named, head, Buffer.from(JSON.stringify(upsert)));
  if (done.kind !== 'document') return done;
  const made = { ...request, [key]: parseValue(done.source.toString()) };
  return { ...done, source: Buffer.from(JSON.stringify(made)) };
}

function valuesOf(source: Uint8Array): Values | undefined {
  try {
    const text = Buffer.from(source.buffer, source.byteOffset, source.byteLength).toString();
    const value = parseValue(text);
    return isValues(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function runNamed(
  context: EmbeddedContext,
  choice: PipelineChoice,
  { first, final }: NamedPipelines,
  document: IngestDocument,
): 'dropped' | undefined {
  const before = document.fields._index;
  let last = final;
  if (first !== undefined) {
    if (runOne(context, first, document) === 'dropped') return 'dropped';
    const now = document.fields._index;
    if (now !== before) last = choice.of(javaText(now ?? null), undefined).final;
  }
  if (last === undefined) return;
  const target = document.fields._index;
  if (runOne(context, last, document) === 'dropped') return 'dropped';
  if (document.fields._index === target) return;
  throw apiError('illegal_state_exception', `FINAL pipeline [${last}] can't change the target index`);
}

function runOne({ pipelines }: EmbeddedContext, id: string, document: IngestDocument): 'dropped' | undefined {
  const pipeline = pipelines.find(id);
  if (pipeline === undefined) {
    throw apiError('illegal_argument_exception', `pipeline with id [${id}] does not exist`);
  }
  return pipelines.run(pipeline, document);
}

/** What the pipelines made of the head. Throws ApiError for what cannot be one. */
function headOf({ fields }: IngestDocument): DocumentHead {
  const text = (name: string) => {
    const value = fields[name] ?? null;
    return value === null ? undefined : javaText(value);
  };
  const number = (name: string) => numberOf(name, fields[name] ?? null);
  const type = text('_version_type');
  const versionType: VersionType | undefined = type === undefined ? undefined : versionTypeOf(type);
  return {
    index: text('_index') ?? '',
    id: text('_id') ?? null,
    routing: text('_routing'),
    version: number('_version'),
    versionType,
    ifSeqNo: number('_if_seq_no'),
    ifPrimaryTerm: number('_if_primary_term'),
  };
}

function numberOf(name: string, value: Value): number | undefined {
  if (value === null) return undefined;
  const number = isNumber(value) ? Number(javaText(value)) : Number.NaN;
  if (Number.isSafeInteger(number)) return number;
  throw apiError('class_cast_exception', `[${name}] must be a whole number, not [${javaText(value)}]`);
}
