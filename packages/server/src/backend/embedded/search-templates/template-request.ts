import { apiError, isObject, type Json, type JsonMap } from '@sextant/contract';
import { tokenOf } from '@sextant/engine';
import { compactJson } from '../../../wire/json-writer.ts';
import type { EmbeddedContext } from '../context.ts';
import { validationFailed } from '../document/write-params.ts';
import type { TreeBody } from '../read-tree-body.ts';
import { storedScript } from '../scripts/stored-script.ts';
import { type Field, objectField, readFields } from '../templates/read-body.ts';
import { compileTemplate } from './compile-template.ts';
import { encoderOf, renderTemplate } from './render-template.ts';

const parser = 'search_template';

/** What a body says of a search by a template. */
export interface TemplateRequest {
  /** Of one that is kept; not both, of two the later one counts. */
  readonly id?: string;
  readonly source?: string;
  readonly params: Readonly<Record<string, Json>>;
  readonly explain?: boolean;
  readonly profile?: boolean;
}

interface Draft {
  readonly id: string;
  readonly source: unknown;
  readonly params: Readonly<Record<string, unknown>>;
  readonly explain: boolean;
  readonly profile: boolean;
}

const flag: Field<boolean> = { read: readFlag };

function readFlag(value: unknown): boolean | undefined {
  if (typeof value !== 'string') return typeof value === 'boolean' ? value : undefined;
  if (value === 'true' || value === 'false') return value === 'true';
  const reason = `Failed to parse value [${value}] as only [true] or [false] are allowed.`;
  throw apiError('illegal_argument_exception', reason);
}

/** Throws ApiError for what is unknown or of another type. */
export function readTemplateRequest({ plain, tree }: TreeBody): TemplateRequest {
  if (!isObject(plain)) {
    const reason = `[${parser}] Expected START_OBJECT but was: ${plain === undefined ? 'null' : tokenOf(plain)}`;
    throw apiError('x_content_parse_exception', reason);
  }
  const { id, source, params, explain, profile } = readFields<Draft>(parser, plain, {
    id: { read: (value) => (typeof value === 'string' ? value : undefined) },
    source: { read: (value) => (typeof value === 'string' ? value : objectField.read(value)) },
    params: objectField,
    explain: flag,
    profile: flag,
  });
  const written = tree as JsonMap;
  const isText = typeof source === 'string';
  const names = Object.keys(plain);
  const isKept = id !== undefined && names.indexOf('id') > names.indexOf('source');
  return {
    ...(isKept ? { id } : {}),
    ...(isKept || source === undefined
      ? {}
      : { source: isText ? source : compactJson(written.source!).toString() }),
    params: params === undefined ? {} : (written.params as Readonly<Record<string, Json>>),
    ...(explain === undefined ? {} : { explain }),
    ...(profile === undefined ? {} : { profile }),
  };
}

/** Throws ApiError where no template is named. */
export function requireTemplate({ id, source }: TemplateRequest): void {
  if (id === undefined && source === undefined) {
    throw validationFailed(['template is missing', "template's script type is missing"]);
  }
  if (id === undefined && source === '') throw validationFailed(['template is missing']);
}

/** The text that a template becomes. Throws ApiError where it is not there, cannot be read or fails. */
export async function renderedText(
  context: Pick<EmbeddedContext, 'metadata' | 'settings'>,
  { id, source = '', params }: TemplateRequest,
): Promise<string> {
  if (id === undefined) {
    checkLength(source, context.settings.get('script.max_size_in_bytes'));
    return renderTemplate(await compileTemplate(source), params);
  }
  const script = storedScript(context, id);
  if (script.lang !== 'mustache') {
    const reason = `[${id}] is a script in [${script.lang}]: templates of searches are in [mustache]`;
    throw apiError('illegal_argument_exception', reason);
  }
  return renderTemplate(
    await compileTemplate(script.source),
    params,
    encoderOf(script.options?.content_type),
  );
}

function checkLength(source: string, max: number): void {
  const size = Buffer.byteLength(source);
  if (size <= max) return;
  throw apiError(
    'illegal_argument_exception',
    `exceeded max allowed inline script size in bytes [${max}] with size [${size}] for script [${source}]`,
  );
}
