import { apiError, isObject, type Json, type JsonMap } from '@sextant/contract';
import { inPlaceOf, tokenOf } from '@sextant/engine';
import { compactJson } from '../../../wire/json-writer.ts';
import { type EmbeddedContext, type Handler, ok } from '../context.ts';
import { validationFailed } from '../document/write-params.ts';
import { readPlacedText } from '../read-errors.ts';
import { readTreeBody, type TreeBody } from '../read-tree-body.ts';
import { checkClusterBlocks } from '../request-blocks.ts';
import { type Field, readFields } from '../templates/read-body.ts';
import { checkLanguage, checkScript } from './check-script.ts';
import { executeScript } from './execute-script.ts';
import { contextsBody, languagesBody } from './script-contexts.ts';
import { type StoredScript, storedScripts } from './stored-script.ts';

const parser = 'stored script source';
/** The one option that a script may have. */
const contentType = 'content_type';
const jsonType = 'application/json; charset=UTF-8';

interface Draft {
  readonly lang: string;
  readonly source: unknown;
  readonly options: Readonly<Record<string, unknown>>;
}

const textField: Field<string> = { read: (value) => (typeof value === 'string' ? value : undefined) };

const putScript: Handler<'put_script'> = async (context, request) => {
  const { id } = request.pathParams;
  const asked = request.pathParams.context ?? request.params.context;
  if (request.body.empty) throw apiError('parse_exception', 'request body is required');
  const body = await readTreeBody(request);
  const script = readPlacedText(body.bytes, body.plain, (plain) => readScript({ ...body, plain }));
  if (id.includes('#')) throw validationFailed(["id cannot contain '#' for stored script"]);
  checkSize(context, id, body.length);
  checkClusterBlocks(context, request, undefined);
  if (script.source === '') request.warn('empty templates should no longer be used');
  if (asked !== undefined) await checkScript(id, script, asked);
  context.metadata.change({ section: storedScripts, entries: new Map([[id, script]]) });
  return ok({ acknowledged: true });
};

function checkSize({ settings }: EmbeddedContext, id: string, length: number): void {
  const max = settings.get('script.max_size_in_bytes');
  if (length <= max) return;
  throw apiError(
    'illegal_argument_exception',
    `exceeded max allowed stored script size in bytes [${max}] with size [${length}] for script [${id}]`,
  );
}

function readScript({ plain, tree }: TreeBody): StoredScript {
  if (!isObject(plain)) {
    throw apiError('parsing_exception', `unexpected token [${tokenOf(plain)}], expected [{]`);
  }
  const [first] = Object.keys(plain);
  if (first === undefined) return { lang: 'mustache', source: '' };
  if (first !== 'script') {
    throw apiError('parsing_exception', `unexpected field [${first}], expected [script]`);
  }
  const { script } = plain;
  if (!isObject(script)) {
    throw apiError('parsing_exception', `unexpected token [${tokenOf(script)}], expected [{, <source>]`);
  }
  const { lang, source, options } = readFields<Draft>(parser, known(script), {
    lang: textField,
    source: { read: (value) => (typeof value === 'string' || isObject(value) ? value : undefined) },
    options: { read: (value) => (isObject(value) ? value : undefined) },
  });
  if (lang === undefined) throw apiError('illegal_argument_exception', 'must specify lang for stored script');
  checkLanguage(lang);
  if (source === undefined) {
    throw apiError('illegal_argument_exception', 'must specify source for stored script');
  }
  if (source === '' && lang !== 'mustache') {
    throw apiError('illegal_argument_exception', 'source cannot be empty');
  }
  const written = ((tree as JsonMap).script as JsonMap).source;
  const isText = typeof written === 'string';
  const given = readOptions(options ?? {}, !isText);
  return {
    lang,
    source: isText ? written : compactJson(written as Json).toString(),
    ...(Object.keys(given).length === 0 ? {} : { options: given }),
  };
}

/** Other members are left out, as OpenSearch does. */
function known(script: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const names = Object.keys(script).filter((name) => ['lang', 'source', 'options'].includes(name));
  return inPlaceOf(script, Object.fromEntries(names.map((name) => [name, script[name]])));
}

/** `ofJson`: the source was an object. */
function readOptions(options: Readonly<Record<string, unknown>>, ofJson: boolean): Record<string, string> {
  const given = { ...options, ...(ofJson ? { [contentType]: jsonType } : {}) };
  const names = Object.keys(given);
  if (names.some((name) => name !== contentType)) {
    const shown = Object.entries(given).map(([name, value]) => `${name}=${String(value)}`);
    throw apiError(
      'illegal_argument_exception',
      `illegal compiler options [{${shown.join(', ')}}] specified`,
    );
  }
  return names.length === 0 ? {} : { [contentType]: String(given[contentType]) };
}

const getScript: Handler<'get_script'> = async ({ metadata }, request) => {
  const { id } = request.pathParams;
  const script = metadata.entries(storedScripts).get(id);
  if (script === undefined) return { status: 404, kind: 'json', body: { _id: id, found: false } };
  return ok({ _id: id, found: true, script: scriptBody(script) });
};

export function scriptBody({ lang, source, options }: StoredScript): JsonMap {
  return { lang, source, options };
}

const deleteScript: Handler<'delete_script'> = async (context, request) => {
  const { id } = request.pathParams;
  checkClusterBlocks(context, request, undefined);
  if (!context.metadata.entries(storedScripts).has(id)) {
    throw apiError(
      'resource_not_found_exception',
      `stored script [${id}] does not exist and cannot be deleted`,
    );
  }
  context.metadata.change({ section: storedScripts, entries: new Map([[id, undefined]]) });
  return ok({ acknowledged: true });
};

export const scriptHandlers = {
  put_script: putScript,
  get_script: getScript,
  delete_script: deleteScript,
  scripts_painless_execute: executeScript,
  get_script_context: async () => ok(contextsBody()),
  get_script_languages: async () => ok(languagesBody()),
} as const;
