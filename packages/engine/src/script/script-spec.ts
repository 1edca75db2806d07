import { type ApiError, apiError } from '@sextant/contract';
import { isObject, type JsonObject, tokenOf } from '../dsl/json-reader.ts';
import { type FieldParser, readFields, textField } from '../dsl/object-parser.ts';

/** A script as a request gives it. Plain data. */
export interface ScriptSpec {
  readonly source: string;
  /** Its `source` is the name of one that is kept. */
  readonly stored: boolean;
  readonly lang: string;
  readonly params: JsonObject;
}

const noParams: JsonObject = Object.freeze({});

/** `"source"`, `{"source":…,"lang":…,"params":{…}}` or `{"id":…}`, by their old names (`inline`, `stored`) too; `usual`: the language where none is named. Throws ApiError. */
export function readScript(value: unknown, usual = 'painless'): ScriptSpec {
  if (typeof value === 'string') return { source: value, stored: false, lang: usual, params: noParams };
  if (!isObject(value)) {
    throw apiError('illegal_argument_exception', `unexpected value ${tokenOf(value)} of a script`);
  }
  let source: string | null = null;
  let id: string | null = null;
  let lang: string | null = null;
  let params = noParams;
  const inline: FieldParser = {
    tokens: ['VALUE_STRING', 'START_OBJECT'],
    read: (given) => {
      if (id !== null) throw bothGiven();
      source = isObject(given) ? JSON.stringify(given) : String(given);
    },
  };
  const stored = textField((given) => {
    if (source !== null) throw bothGiven();
    id = given;
  });
  readFields('script', value, {
    source: inline,
    inline,
    id: stored,
    stored,
    lang: textField((given) => {
      lang = given;
    }),
    options: { tokens: ['START_OBJECT'], read: () => {} },
    params: {
      tokens: ['START_OBJECT'],
      read: (given) => {
        params = given as JsonObject;
      },
    },
  });
  return checked({ source, id, lang, params }, usual);
}

function bothGiven(): ApiError {
  const reason = 'must only use one of [source, id] when specifying a script';
  return apiError('illegal_argument_exception', reason);
}

interface Draft {
  readonly source: string | null;
  readonly id: string | null;
  readonly lang: string | null;
  readonly params: JsonObject;
}

function checked({ source, id, lang, params }: Draft, usual: string): ScriptSpec {
  if (source !== null) return { source, stored: false, lang: lang ?? usual, params };
  if (id === null)
    throw apiError(
      'illegal_argument_exception',
      'must specify either [source] for an inline script or [id] for a stored script',
    );
  if (lang !== null) {
    throw apiError('illegal_argument_exception', 'illegally specified <lang> for a stored script');
  }
  return { source: id, stored: true, lang: usual, params };
}

/** What the aggregation gives all of its scripts, beside what the script is given. Throws ApiError where both give the same. */
export function withParams(script: ScriptSpec, params: JsonObject): ScriptSpec {
  for (const name of Object.keys(script.params)) {
    if (!Object.hasOwn(params, name)) continue;
    const reason = `Parameter name "${name}" used in both aggregation and script parameters`;
    throw apiError('illegal_argument_exception', reason);
  }
  return { ...script, params: { ...params, ...script.params } };
}
