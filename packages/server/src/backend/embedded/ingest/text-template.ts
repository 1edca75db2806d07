import { type Json, setOwn } from '@sextant/contract';
import { compileWith } from '../search-templates/compile-template.ts';
import { parseMustache } from '../search-templates/parse-mustache.ts';
import { renderTemplate } from '../search-templates/render-template.ts';
import type { IngestDocument } from './ingest-document.ts';
import { CHARACTERS_PER_VALUE, copyOf, isList, isValues, type Value, type Values } from './java-values.ts';

/** Makes a value of a document. */
export type ValueSource = (document: IngestDocument) => Value;
export type TextSource = (document: IngestDocument) => string;

/** Texts with `{{fields}}` of the document; `{{` alone makes a text a template. Throws script_exception. */
export function textTemplate(text: string): TextSource {
  if (!text.includes('{{')) return () => text;
  const template = compileWith(parseMustache, text);
  return (document) => {
    const made = renderTemplate(template, modelOf(document));
    document.charge(made.length);
    return made;
  };
}

/** What a template sees: the fields, beside themselves under `_source`, and what is known of the way. */
function modelOf({ fields, ingest }: IngestDocument): Readonly<Record<string, Json>> {
  return { ...fields, _source: fields, _ingest: ingest } as unknown as Readonly<Record<string, Json>>;
}

/** A value whose texts, also deep inside, may be templates. */
export function valueTemplate(value: Value): ValueSource {
  if (typeof value === 'string') return textTemplate(value);
  if (isList(value)) {
    const sources = value.map(valueTemplate);
    return (document) => {
      document.charge(CHARACTERS_PER_VALUE * (1 + sources.length));
      return sources.map((source) => source(document));
    };
  }
  if (isValues(value)) {
    const entries = Object.entries(value).map(
      ([key, each]) => [textTemplate(key), valueTemplate(each)] as const,
    );
    return (document) => {
      document.charge(CHARACTERS_PER_VALUE * (1 + entries.length));
      const made: Values = {};
      for (const [key, source] of entries) setOwn(made, key(document), source(document));
      return made;
    };
  }
  return () => copyOf(value);
}
