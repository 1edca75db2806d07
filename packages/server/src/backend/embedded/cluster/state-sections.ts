import type { JsonMap } from '@sextant/contract';
import type { EmbeddedContext } from '../context.ts';
import { ingestPipelines } from '../ingest/pipelines.ts';
import { pipelineBodies } from '../kept-entries.ts';
import { scriptBody } from '../scripts/script-handlers.ts';
import { storedScripts } from '../scripts/stored-script.ts';
import { searchPipelines } from '../search-pipelines/search-pipelines.ts';
import { type DataStream, dataStreams } from '../streams/data-stream.ts';
import { componentTemplateBody } from '../templates/component-template.ts';
import { indexTemplateBody } from '../templates/index-template.ts';
import { templateBody } from '../templates/legacy-template.ts';
import { componentTemplates, indexTemplates, legacyTemplates } from '../templates/template-kinds.ts';

/** `metadata.templates` of the cluster's state. */
export function legacyBodies({ metadata }: EmbeddedContext, flat: boolean): JsonMap {
  return bodiesOf(metadata.entries(legacyTemplates), (template) => templateBody(template, flat));
}

/** Sections that are there only where they hold something. */
export function customSections({ metadata }: EmbeddedContext, flat: boolean): JsonMap {
  const components = metadata.entries(componentTemplates);
  const templates = metadata.entries(indexTemplates);
  const streams = metadata.entries(dataStreams);
  const scripts = metadata.entries(storedScripts);
  const pipelines = metadata.entries(ingestPipelines);
  const ofSearches = metadata.entries(searchPipelines);
  return {
    stored_scripts: scripts.size === 0 ? undefined : bodiesOf(scripts, scriptBody),
    data_stream: streams.size === 0 ? undefined : { data_stream: bodiesOf(streams, dataStreamBody) },
    component_template:
      components.size === 0
        ? undefined
        : { component_template: bodiesOf(components, (each) => componentTemplateBody(each, flat)) },
    search_pipeline: ofSearches.size === 0 ? undefined : { pipeline: pipelineBodies(ofSearches) },
    ingest: pipelines.size === 0 ? undefined : { pipeline: pipelineBodies(pipelines) },
    index_template:
      templates.size === 0 ? undefined : { index_template: bodiesOf(templates, indexTemplateBody) },
  };
}

function dataStreamBody({ timestampField, indices, generation }: DataStream, name: string): JsonMap {
  return {
    name,
    timestamp_field: { name: timestampField },
    indices: indices.map((index) => ({ index_name: index })),
    generation,
  };
}

function bodiesOf<T>(entries: ReadonlyMap<string, T>, body: (entry: T, name: string) => JsonMap): JsonMap {
  return Object.fromEntries([...entries].map(([name, entry]) => [name, body(entry, name)]));
}
