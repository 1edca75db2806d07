import { ApiError, apiError, Double, isObject } from '@sextant/contract';
import {
  type IndexMetadata,
  readScript,
  type ScriptSpec,
  tokenOf,
  tryDocumentScript,
  tryScript,
} from '@sextant/engine';
import { indexClosed, readIndex } from '../../../cluster/index-names.ts';
import { catalogOf, type EmbeddedContext, type Handler, ok, type RequestOf } from '../context.ts';
import { asSeen } from '../document/visible-documents.ts';
import { validationFailed } from '../document/write-params.ts';
import { type Field, readFields } from '../templates/read-body.ts';

const parser = 'painless_execute_request';
const setupParser = 'execute_script_context';

/** What a request is to be tried with. */
interface Draft {
  readonly script: unknown;
  readonly context: unknown;
  readonly context_setup: unknown;
}

interface Setup {
  readonly index: string;
  readonly document: Readonly<Record<string, unknown>>;
  readonly query: Readonly<Record<string, unknown>>;
}

const objectField: Field<Readonly<Record<string, unknown>>> = {
  read: (value) => (isObject(value) ? value : undefined),
};
const textField: Field<string> = { read: (value) => (typeof value === 'string' ? value : undefined) };
const contexts: ReadonlySet<string> = new Set(['painless_test', 'filter', 'score']);

/** `POST /_scripts/painless/_execute`: what a script answers, without an index that uses it. */
export const executeScript: Handler<'scripts_painless_execute'> = async (context, request) => {
  if (request.body.empty) throw apiError('parse_exception', 'request body or source parameter is required');
  const body = await request.body.json('exact-script');
  if (!isObject(body)) {
    throw apiError('parsing_exception', `unexpected token [${tokenOf(body)}], expected [START_OBJECT]`);
  }
  const draft = readFields<Draft>(parser, body, {
    script: objectField,
    context: textField,
    context_setup: objectField,
  });
  const name = contextOf(draft.context);
  const script = scriptOf(draft.script);
  if (name === 'painless_test') return ok({ result: tryScript(script, context) });
  const setup = setupOf(draft.context_setup, name);
  const metadata = indexOf(context, request, setup.index);
  const source = Buffer.from(JSON.stringify(setup.document));
  const query = setup.query ?? null;
  const document = { metadata, source, query };
  const result = tryDocumentScript(script, name, document, context.clock, context);
  return ok({ result: typeof result === 'number' ? new Double(result) : result });
};

function contextOf(value: unknown): 'painless_test' | 'filter' | 'score' {
  if (value === undefined) return 'painless_test';
  if (contexts.has(String(value))) return value as 'filter';
  throw new ApiError({
    type: 'x_content_parse_exception',
    reason: `Failed to build [${parser}] after last required field arrived`,
    causedBy: {
      type: 'unsupported_operation_exception',
      reason: `unsupported script context name [${String(value)}]`,
    },
  });
}

function scriptOf(value: unknown): ScriptSpec {
  if (value === undefined) throw apiError('illegal_argument_exception', 'Required [script]');
  const script = readScript(value);
  if (script.stored) throw validationFailed(['only inline scripts are supported']);
  return script;
}

function setupOf(value: unknown, context: string): Setup {
  if (value === undefined) {
    const reason = `[context_setup] is required for the context [${context}]`;
    throw apiError('illegal_argument_exception', reason);
  }
  const setup = readFields<Partial<Setup>>(setupParser, value as Readonly<Record<string, unknown>>, {
    index: textField,
    document: objectField,
    query: objectField,
  });
  const { index, document } = setup;
  const missing = [index === undefined ? 'index' : null, document === undefined ? 'document' : null];
  const problems = missing.flatMap((name) =>
    name === null ? [] : [`${name} is a required parameter for current context`],
  );
  if (problems.length > 0) throw validationFailed(problems);
  return setup as Setup;
}

function indexOf(
  context: EmbeddedContext,
  request: RequestOf<'scripts_painless_execute'>,
  name: string,
): IndexMetadata {
  const index = readIndex(catalogOf(context, request), name);
  if (index.state === 'close') throw indexClosed(index);
  return asSeen(context, request, index);
}
