import { apiError, nameProblem } from '@sextant/contract';
import { type IndexMetadata, Mapping } from '@sextant/engine';
import type { EmbeddedContext } from '../context.ts';
import { changeInTurn } from '../indices/change-in-turn.ts';
import { isBeingMade, isToBeAlias } from '../indices/names-being-made.ts';
import { createIndexWith, duplicate } from '../indices/new-index.ts';
import { withTemplate } from '../templates/apply-templates.ts';
import { findIndexTemplate, type Named } from '../templates/find-templates.ts';
import type { IndexTemplate } from '../templates/template-kinds.ts';
import { backingName, type DataStream, dataStreams } from './data-stream.ts';

/** Makes a data stream with its first index. Throws ApiError. */
export function makeStream(context: EmbeddedContext, name: string): Promise<IndexMetadata> {
  return changeInTurn(context.engine, async () => {
    checkStreamName(context, name);
    const template = templateOf(context, name);
    checkNameIsFree(context, name);
    const { timestampField } = template.template.dataStream!;
    return addIndex(context, name, template.template, { timestampField, generation: 0, indices: [] });
  });
}

/** The template that makes a stream of this name. Throws ApiError where there is none. */
export function templateOf({ metadata }: EmbeddedContext, stream: string): Named<IndexTemplate> {
  const found = findIndexTemplate(metadata, stream);
  if (found === undefined) throw refused(`no matching index template found for data stream [${stream}]`);
  if (found.template.dataStream !== undefined) return found;
  throw refused(
    `matching index template [${found.name}] for data stream [${stream}] has no data stream template`,
  );
}

function checkStreamName({ metadata }: EmbeddedContext, name: string): void {
  if (metadata.entries(dataStreams).has(name)) {
    throw apiError('resource_already_exists_exception', `data_stream [${name}] already exists`);
  }
  if (name !== name.toLowerCase()) throw refused(`data_stream [${name}] must be lowercase`);
  if (name.startsWith('.')) throw refused(`data_stream [${name}] must not start with '.'`);
  const problem = nameProblem(name);
  if (problem !== undefined) throw refused(`data_stream [${name}] ${problem}`);
}

function checkNameIsFree({ engine }: EmbeddedContext, name: string): void {
  const same = engine.index(name);
  const alias = [...engine.indices()].find((index) => Object.hasOwn(index.aliases, name));
  const toCome = isToBeAlias(engine, name);
  if (same === undefined && alias === undefined && !toCome && !isBeingMade(engine, name)) return;
  const ofAlias = toCome ? 'alias' : 'index';
  const what = alias === undefined ? ofAlias : `alias of [${alias.name}]`;
  throw duplicate(`data stream [${name}] conflicts with ${what}`);
}

/** The next index of a stream. The stream names it before it is there; until then it does not count. */
export async function addIndex(
  context: EmbeddedContext,
  stream: string,
  template: IndexTemplate,
  before: DataStream,
): Promise<IndexMetadata> {
  const { metadata } = context;
  const generation = before.generation + 1;
  const name = backingName(stream, generation);
  const { timestampField: field } = before;
  const named = field === '@timestamp' ? {} : { timestamp_field: { name: field } };
  const definition = withTemplate(
    metadata,
    {
      name,
      settings: { 'index.hidden': 'true' },
      mappings: { _data_stream_timestamp: { enabled: true, ...named } },
      aliases: {},
    },
    template,
    [{ properties: { [field]: { type: 'date' } } }],
  );
  checkTimestampField(definition, field);
  const after = { ...before, generation, indices: [...before.indices, name] };
  metadata.change({ section: dataStreams, entries: new Map([[stream, after]]) });
  try {
    return await createIndexWith(context, { ...definition, provided: name });
  } catch (error) {
    const entry = before.indices.length === 0 ? undefined : before;
    metadata.change({ section: dataStreams, entries: new Map([[stream, entry]]) });
    throw error;
  }
}

function checkTimestampField(
  { mappings, settings }: Pick<IndexMetadata, 'mappings' | 'settings'>,
  field: string,
): void {
  const type = Mapping.make(mappings, settings).field(field)?.type as string | undefined;
  if (type === 'date' || type === 'date_nanos') return;
  throw refused(
    `the configured timestamp field [${field}] is of type [${type}], but [date,date_nanos] is expected`,
  );
}

function refused(reason: string) {
  return apiError('illegal_argument_exception', reason);
}
