// One way of calling for all libraries in JavaScript: as those of generation 7 are called, `{index, body}` and an answer in
// `body`. From generation 8 on what was in `body` are parameters of their own; the library itself is as it comes.
import { createRequire } from 'node:module';
import { target } from './steps.mjs';

const library = createRequire(process.env.SESSION_HOME)(process.env.SESSION_PACKAGE);
const generation = Number(process.env.SESSION_GENERATION);

export const errors = library.errors;
export const isOpenSearch = process.env.SESSION_PRODUCT === 'opensearch';
export const client = connect();

function connect() {
  const made = new library.Client({ ...target, maxRetries: 0 });
  if (isOpenSearch || generation < 8) return made;
  return new Proxy(made, { get: (object, key) => adapted(object, key) });
}

/** `helpers` take and give the same in all generations, but for `body`. */
function adapted(object, key) {
  const value = object[key];
  if (typeof value === 'function') return (params) => call(object, value, key, params);
  if (typeof value !== 'object' || value === null) return value;
  return new Proxy(value, { get: (inner, innerKey) => adapted(inner, innerKey) });
}

function call(object, method, key, params = {}) {
  if (key === 'bulk' && 'datasource' in params) return method.call(object, params);
  const answer = method.call(object, withoutBody(key, params));
  if (typeof answer?.then !== 'function' || (key === 'search' && object !== undefined && isHelper(object)))
    return answer;
  return answer.then((body) => ({ body }));
}

const isHelper = (object) => typeof object.scrollSearch === 'function';

/** Where a body is one value, it has a name of its own. */
const nameOfBody = { index: 'document', create: 'document', msearch: 'searches', putSettings: 'settings' };

function withoutBody(key, params) {
  const { body, ...others } = params;
  if (body === undefined) return others;
  const single = nameOfBody[key];
  if (single === undefined || (key === 'create' && !('id' in params))) return { ...others, ...body };
  return { ...others, [single]: body };
}
