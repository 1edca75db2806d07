import { ApiError, apiError, isObject, type Json, type JsonMap } from '@sextant/contract';
import { parseSearchRequest, type SearchBody, tokenOf } from '@sextant/engine';
import { readPlacedText } from '../../read-errors.ts';
import { withInnerRoot } from '../../read-object.ts';
import type { TreeBody } from '../../read-tree-body.ts';
import { readTemplateRequest, type TemplateRequest } from '../../search-templates/template-request.ts';
import { type Field, objectField, readFields, textsField, wholeField } from '../../templates/read-body.ts';
import type { JsonObject } from '../../templates/template-kinds.ts';
import { built } from './built.ts';
import { type RankMetric, readMetric } from './rank-metrics.ts';

interface RatedDoc {
  readonly index: string;
  readonly id: string;
  readonly rating: number;
}

/** A search whose hits are judged: its body, or a template with what is put into it. */
export interface RatedRequest {
  readonly id: string;
  readonly search: SearchBody | undefined;
  readonly template: TemplateRequest | undefined;
  readonly ratings: readonly RatedDoc[];
  /** Of the documents, what is shown. */
  readonly summary: readonly string[];
}

export interface RankRequest {
  readonly requests: readonly RatedRequest[];
  readonly metric: RankMetric;
}

interface Draft {
  readonly requests: readonly JsonObject[];
  readonly metric: RankMetric;
  readonly templates: readonly JsonObject[];
  readonly max_concurrent_searches: number;
}

const textField: Field<string> = {
  read: (value) => (['string', 'number', 'boolean'].includes(typeof value) ? String(value) : undefined),
};

function listOf<T>(read: (value: JsonObject) => T): Field<readonly T[]> {
  return {
    read: (value) =>
      Array.isArray(value) && value.every((one) => objectField.read(one) !== undefined)
        ? value.map(read)
        : undefined,
  };
}

/** `{"requests":[{"id":…,"request":{…},"ratings":[…]}],"metric":{"dcg":{}},"templates":[…]}`. Throws ApiError. */
export function readRankRequest(body: TreeBody): RankRequest {
  try {
    return readPlacedText(body.bytes, body.plain, (plain) => readBody({ ...body, plain }));
  } catch (error) {
    throw error instanceof ApiError ? withInnerRoot(error) : error;
  }
}

function readBody({ plain, tree }: TreeBody): RankRequest {
  if (!isObject(plain)) {
    const reason = `[rank_eval] Expected START_OBJECT but was: ${tokenOf(plain ?? null)}`;
    throw apiError('x_content_parse_exception', reason);
  }
  const { metric, templates, ...body } = readFields<
    Omit<Draft, 'requests'> & { readonly requests: readonly Rated[] }
  >('rank_eval', plain as JsonObject, {
    requests: listOf(readRated),
    metric: {
      read: (value) => (objectField.read(value) === undefined ? undefined : readMetric(value as JsonObject)),
    },
    templates: listOf((value) => value),
    max_concurrent_searches: wholeField,
  });
  const { requests, max_concurrent_searches: atOnce } = body;
  if (requests === undefined) throw required('requests');
  if (metric === undefined) throw required('metric');
  if (atOnce !== undefined && atOnce < 1) {
    throw apiError('illegal_argument_exception', 'maxConcurrentSearchRequests must be positive');
  }
  const written = (tree as JsonMap).templates as readonly JsonMap[] | undefined;
  const known = new Map((templates ?? []).map((each, i) => readTemplate(each, written![i]!)));
  return built('rank_eval', () => {
    if (requests.length === 0) {
      const reason =
        'Cannot evaluate ranking if no search requests with rated results are provided. Seen: []';
      throw apiError('illegal_argument_exception', reason);
    }
    return { metric, requests: requests.map((each) => ratedRequest(each, known)) };
  });
}

const required = (field: string): Error => apiError('illegal_argument_exception', `Required [${field}]`);

function readTemplate(body: JsonObject, written: JsonMap): readonly [string, TemplateRequest] {
  const { id, template } = readFields<{ readonly id: string; readonly template: JsonObject }>(
    'template',
    body,
    {
      id: textField,
      template: objectField,
    },
  );
  if (id === undefined) throw required('id');
  if (template === undefined) throw required('template');
  return [id, readTemplateRequest({ plain: template, tree: written.template as Json, length: 0 })];
}

interface Rated {
  readonly id: string;
  readonly request: SearchBody;
  readonly ratings: readonly RatedDoc[];
  readonly template_id: string;
  readonly params: JsonObject;
  readonly summary_fields: readonly string[];
}

const searchField: Field<SearchBody> = {
  read: (value) => {
    if (!isObject(value)) return undefined;
    parseSearchRequest(value);
    return value;
  },
};

function readRated(body: JsonObject): Rated {
  const rated = readFields<Rated>('request', body, {
    id: textField,
    request: searchField,
    ratings: listOf(readRating),
    template_id: textField,
    params: objectField,
    summary_fields: textsField,
  });
  if (rated.id === undefined) throw required('id');
  if (rated.ratings === undefined) throw required('ratings');
  const whole = { summary_fields: [], ...rated } as Rated;
  built('request', () => checkRated(whole));
  return whole;
}

/** What a search of this kind has no use for. */
const unused: readonly (readonly [names: readonly string[], what: string])[] = [
  [['suggest'], 'contain a suggest section'],
  [['aggs', 'aggregations'], 'contain aggregations'],
  [['highlight'], 'contain a highlighter section'],
];

function checkRated({ id: own, request, template_id: template, params, ratings }: Partial<Rated>): void {
  const illegal = (reason: string): Error => apiError('illegal_argument_exception', reason);
  if (request !== undefined && (template !== undefined || params !== undefined)) {
    const reason = 'Set both, verbatim test request and test request template parameters.';
    throw illegal(`Ambiguous rated request: ${reason}`);
  }
  if (request === undefined && (params === undefined || Object.keys(params).length === 0)) {
    throw illegal('Need to set at least test request or test request template parameters.');
  }
  if (params !== undefined && template === undefined) {
    throw illegal('If template parameters are supplied need to set id of template to apply them to too.');
  }
  for (const [names, what] of unused) {
    if (names.some((name) => request?.[name] !== undefined)) {
      throw illegal(`Query in rated requests should not ${what}.`);
    }
  }
  if (request?.explain === true) throw illegal('Query in rated requests should not use explain.');
  if (request?.profile === true) throw illegal('Query in rated requests should not use profile.');
  const seen = new Set<string>();
  for (const { index, id } of ratings ?? []) {
    const key = JSON.stringify([index, id]);
    if (seen.has(key)) {
      const found = JSON.stringify({ _index: index, _id: id });
      throw illegal(`Found duplicate rated document key [${found}] in evaluation request [${own}]`);
    }
    seen.add(key);
  }
}

function readRating(body: JsonObject): RatedDoc {
  const {
    _index: index,
    _id: id,
    rating,
  } = readFields<{
    readonly _index: string;
    readonly _id: string;
    readonly rating: number;
  }>('rated_document', body, { _index: textField, _id: textField, rating: wholeField });
  if (index === undefined) throw required('_index');
  if (id === undefined) throw required('_id');
  if (rating === undefined) throw required('rating');
  return { index, id, rating };
}

function ratedRequest(rated: Rated, templates: ReadonlyMap<string, TemplateRequest>): RatedRequest {
  const { id, request, ratings, summary_fields: summary } = rated;
  if (request !== undefined) return { id, search: request, template: undefined, ratings, summary };
  const template = templates.get(rated.template_id);
  if (template === undefined) {
    const reason = `neither template nor evaluation request is provided. Seen for request id: ${id}`;
    throw apiError('illegal_state_exception', `Cannot evaluate ranking if ${reason}`);
  }
  const params = rated.params as Readonly<Record<string, Json>>;
  return { id, search: undefined, template: { ...template, params }, ratings, summary };
}
