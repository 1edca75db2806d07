import { errorTable } from './errors.ts';
import { routeTable } from './routes/index.ts';
import { commonParams, methodsAt, type ParamSpec, type Route } from './routes/route.ts';
import type { Json, JsonMap } from './wire/json.ts';
import { dictionary } from './wire/names.ts';

const bodyTypes = {
  json: ['application/json', 'application/yaml', 'application/cbor'],
  ndjson: ['application/x-ndjson', 'application/json'],
} as const;

function schemaOf(spec: ParamSpec): JsonMap {
  switch (spec.type) {
    case 'boolean':
      return { type: 'boolean' };
    case 'int':
    case 'long':
      return { type: 'integer' };
    case 'number':
      return { type: 'number' };
    case 'enum':
      return { type: 'string', enum: spec.values ?? [] };
    case 'list':
      return { type: 'array', items: { type: 'string' } };
    case 'time':
      return { type: 'string', pattern: '^(-1|0|\\d+(nanos|micros|ms|s|m|h|d))$' };
    case 'bytes':
      return { type: 'string', pattern: '^(-1|0|\\d+(\\.\\d+)?([kmgtp]?b))$' };
    case 'string':
      return { type: 'string' };
  }
}

function queryParameter(name: string, spec: ParamSpec): JsonMap {
  const parameter = { name, in: 'query', description: spec.summary, schema: schemaOf(spec) };
  const listed = spec.type === 'list' ? { ...parameter, style: 'form', explode: false } : parameter;
  return spec.default === undefined ? listed : { ...listed, 'x-default': spec.default };
}

function operation(route: Route, path: string, id: string): JsonMap {
  const pathParameters = [...path.matchAll(/\{([^}]+)\}/g)].map((match) => ({
    name: match[1]!,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }));
  const common = Object.keys(commonParams).map((name) => ({ $ref: `#/components/parameters/${name}` }));
  const own = Object.entries(route.params).map(([name, spec]) => queryParameter(name, spec));
  const content = Object.fromEntries(
    bodyTypes[route.bodyFormat ?? 'json'].map((type) => [type, { schema: {} }]),
  );
  return {
    operationId: id,
    tags: [route.family],
    summary: route.summary,
    'x-privilege': route.privilege,
    'x-answered-by': route.answeredBy,
    parameters: [...pathParameters, ...own, ...common],
    requestBody: route.body === 'none' ? undefined : { required: route.body === 'required', content },
    security: route.privilege === 'public' ? [] : undefined,
    responses: {
      200: { description: 'Done', content: { 'application/json': { schema: {} } } },
      default: { $ref: '#/components/responses/error' },
    },
  };
}

/** OpenAPI 3.1 from the route table: `GET /_openapi.json`. */
export function openApiDocument(version: string, routes: readonly Route[] = routeTable): JsonMap {
  const paths: Record<string, Record<string, Json>> = dictionary();
  const components: Record<string, Json> = dictionary();
  for (const [name, spec] of Object.entries(commonParams)) components[name] = queryParameter(name, spec);
  for (const route of routes) {
    route.paths.forEach((path, index) => {
      for (const method of methodsAt(route, path)) {
        const id = [
          route.name,
          route.methods.length > 1 ? method.toLowerCase() : '',
          index > 0 ? `${index + 1}` : '',
        ];
        paths[path] ??= {};
        const verbs = paths[path];
        verbs[method.toLowerCase()] = operation(route, path, id.filter((part) => part !== '').join('.'));
      }
    });
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Sextant', version, license: { name: 'Apache-2.0', identifier: 'Apache-2.0' } },
    paths,
    components: {
      parameters: components,
      securitySchemes: {
        basic: { type: 'http', scheme: 'basic' },
        bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
        token: { type: 'apiKey', in: 'header', name: 'X-API-TOKEN' },
      },
      responses: {
        error: {
          description: 'The call failed',
          content: { 'application/json': { schema: { $ref: '#/components/schemas/error' } } },
        },
      },
      schemas: {
        error: {
          type: 'object',
          properties: {
            error: {
              type: 'object',
              properties: {
                root_cause: { type: 'array', items: { type: 'object' } },
                type: { type: 'string', examples: Object.keys(errorTable) },
                reason: { type: 'string' },
              },
            },
            status: { type: 'integer' },
          },
        },
      },
    },
    security: [{ basic: [] }, { bearer: [] }, { token: [] }],
  };
}
