import { failed, type IngestDocument, metadataNames } from '../ingest-document.ts';
import { copyOf, isList, isValues, javaText, sizeOf, type Value } from '../java-values.ts';
import type { ProcessorType } from '../processor.ts';
import { type TextSource, textTemplate, valueTemplate } from '../text-template.ts';
import { notOf } from './field-values.ts';

export const set: ProcessorType = (config) => {
  const field = textTemplate(config.text('field'));
  const value = valueTemplate(config.required('value'));
  const override = config.flag('override', true);
  const ignoreEmpty = config.flag('ignore_empty_value', false);
  return (document) => {
    const path = field(document);
    if (!override && document.optional(path) !== undefined) return;
    const made = value(document);
    if (ignoreEmpty && (made === null || made === '')) return;
    document.set(path, path === '_index' || path === '_id' ? javaText(made) : made);
  };
};

export const append: ProcessorType = (config) => {
  const field = textTemplate(config.text('field'));
  const value = valueTemplate(config.required('value'));
  const allowDuplicates = config.flag('allow_duplicates', true);
  return (document) => {
    document.append(field(document), value(document), allowDuplicates);
  };
};

export const rename: ProcessorType = (config) => {
  const from = textTemplate(config.text('field'));
  const to = textTemplate(config.text('target_field'));
  const ignoreMissing = config.flag('ignore_missing', false);
  const override = config.flag('override_target', false);
  return (document) => {
    const path = from(document);
    if (path === '' || !document.has(path, true)) {
      if (ignoreMissing) return;
      throw failed(path === '' ? 'field path cannot be null nor empty' : `field [${path}] doesn't exist`);
    }
    const target = to(document);
    if (!override && document.has(target)) throw failed(`field [${target}] already exists`);
    const value = document.get(path);
    document.remove(path);
    try {
      document.set(target, value);
    } catch (error) {
      document.set(path, value);
      throw error;
    }
  };
};

export const copy: ProcessorType = (config) => {
  const from = textTemplate(config.text('source_field'));
  const to = textTemplate(config.text('target_field'));
  const ignoreMissing = config.flag('ignore_missing', false);
  const override = config.flag('override_target', false);
  const removeSource = config.flag('remove_source', false);
  return (document) => {
    const path = from(document);
    if (path === '' || !document.has(path)) {
      if (ignoreMissing) return;
      const what =
        path === '' ? 'source field path cannot be null nor empty' : `source field [${path}] doesn't exist`;
      throw failed(what);
    }
    const target = to(document);
    if (target === '') throw failed('target field path cannot be null nor empty');
    if (path === target) throw failed('source field path and target field path cannot be same');
    if (document.optional(target) !== undefined && !override) {
      throw failed(`target field [${target}] already exists`);
    }
    const value = document.get(path);
    document.charge(sizeOf(value));
    document.set(target, copyOf(value));
    if (removeSource) document.remove(path);
  };
};

/** One text or several. */
function templates(value: Value): TextSource[] {
  if (!isList(value)) return [textTemplate(javaText(value))];
  return value.map((each) => textTemplate(javaText(each)));
}

export const remove: ProcessorType = (config) => {
  const given = config.take('field');
  const kept = config.take('exclude_field');
  if ((given === undefined) === (kept === undefined)) {
    throw config.wrong('field', 'either field or exclude_field must be set');
  }
  const ignoreMissing = config.flag('ignore_missing', false);
  if (kept !== undefined) {
    const names = templates(kept!);
    return (document) => {
      keepOnly(
        document,
        names.map((name) => name(document)),
      );
    };
  }
  const names = templates(given!);
  return (document) => {
    for (const name of names) removeOne(document, name(document), ignoreMissing);
  };
};

function keepOnly(document: IngestDocument, kept: readonly string[]): void {
  const names = new Set(kept.filter((name) => name !== ''));
  for (const name of Object.keys(document.fields)) {
    if (!metadataNames.has(name) && !names.has(name)) document.remove(name);
  }
}

function removeOne(document: IngestDocument, path: string, ignoreMissing: boolean): void {
  if (path === '' || !document.has(path)) {
    if (ignoreMissing) return;
    throw failed(path === '' ? 'field path cannot be null nor empty' : `field [${path}] doesn't exist`);
  }
  if (path === '_index' || path === '_version' || path === '_version_type') {
    throw failed(`cannot remove metadata field [${path}]`);
  }
  if (path === '_id') {
    const { _version_type: type, _version: version } = document.fields;
    if (type !== undefined && type !== null && type !== 'internal') {
      throw failed(
        `cannot remove metadata field [_id] when specifying external version for the document, version: ${javaText(version ?? null)}, version_type: ${javaText(type)}`,
      );
    }
  }
  document.remove(path);
}

/** Makes an object of a name that has dots in it. */
export const dotExpander: ProcessorType = (config) => {
  const field = config.text('field');
  const path = config.optionalText('path');
  const outside = config.wrong.bind(config, 'field');
  if (!field.includes('.')) throw outside('field does not contain a dot');
  if (/^\.|\.$/.test(field)) throw outside("Field can't start or end with a dot");
  if (field.includes('..')) throw outside('No space between dots');
  return (document) => {
    const within = path === undefined ? document.fields : document.get(path);
    if (!isValues(within) || !Object.hasOwn(within, field)) {
      if (path !== undefined && !isValues(within)) throw notOf(path, within, 'java.util.Map');
      return;
    }
    const full = path === undefined ? field : `${path}.${field}`;
    const value = within[field]!;
    if (document.has(full)) {
      document.append(full, value);
      delete within[field];
      return;
    }
    refuseLeaves(document, full);
    delete within[field];
    document.set(full, value);
  };
};

function refuseLeaves(document: IngestDocument, path: string): void {
  const names = path.split('.');
  for (let i = 1; i < names.length; i++) {
    const parent = names.slice(0, i).join('.');
    if (document.has(parent) && !isValues(document.get(parent))) {
      throw failed(`cannot expend [${path}], because [${parent}] is not an object field, but a value field`);
    }
  }
}
