import { apiError, dictionary } from '@sextant/contract';
import { failed } from '../ingest-document.ts';
import type { Value } from '../java-values.ts';
import type { ProcessorType } from '../processor.ts';
import { textTemplate } from '../text-template.ts';
import { listOf } from './field-values.ts';

export const drop: ProcessorType = () => () => 'dropped';

export const fail: ProcessorType = (config) => {
  const message = textTemplate(config.text('message'));
  return (document) => {
    throw apiError('fail_processor_exception', message(document));
  };
};

export const pipeline: ProcessorType = (config, { runPipeline }) => {
  const name = textTemplate(config.text('name'));
  return (document) => runPipeline(name(document), document);
};

export const script: ProcessorType = (config, { scripts }) => {
  const parts: Record<string, Value> = dictionary();
  for (const part of ['source', 'id', 'lang', 'params', 'options']) {
    const value = config.take(part);
    if (value !== undefined) parts[part] = value;
  }
  return scripts.processor(parts);
};

/** One processor over each value of a list, or of an object. */
export const foreach: ProcessorType = (config, { inner }) => {
  const field = config.text('field');
  const given = config.map('processor');
  if (Object.keys(given).length !== 1) {
    throw config.wrong('processor', 'Must specify exactly one processor type');
  }
  const processor = inner(given);
  const ignoreMissing = config.flag('ignore_missing', false);
  return (document) => {
    if (ignoreMissing && document.optional(field) === undefined) return;
    const value = document.get(field);
    if (value === null) throw failed(`field [${field}] is null, cannot loop over its elements.`);
    const list = listOf(field, value);
    const before = document.ingest._value ?? null;
    const made: Value[] = [];
    try {
      for (const each of list) {
        document.ingest._value = each;
        if (processor(document) === 'dropped') return 'dropped';
        made.push(document.ingest._value);
      }
    } finally {
      document.ingest._value = before;
    }
    document.set(field, made);
  };
};
