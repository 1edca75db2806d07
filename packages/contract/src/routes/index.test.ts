import { expect, test } from 'vitest';
import { openApiDocument } from '../openapi.ts';
import { routeTable } from './index.ts';
import { commonParams, methodsAt } from './route.ts';

test('no two rows have the same name, and no two the same method and path', () => {
  const names = routeTable.map((route) => route.name);
  expect(names.filter((name, i) => names.indexOf(name) !== i)).toEqual([]);
  const shape = (path: string) => path.replace(/\{[^}]+\}/g, '{}');
  const calls = routeTable.flatMap((route) =>
    route.methods.flatMap((method) => route.paths.map((path) => `${method} ${shape(path)}`)),
  );
  expect(calls.filter((call, i) => calls.indexOf(call) !== i)).toEqual([]);
});

test('every parameter of an enum names its words, and none hides a common one', () => {
  for (const { name, params } of routeTable) {
    for (const [param, spec] of Object.entries(params)) {
      if (spec.type === 'enum') expect(spec.values?.length, `${name} ${param}`).toBeGreaterThan(0);
      expect(Object.hasOwn(commonParams, param), `${name} ${param}`).toBe(false);
    }
  }
});

test('a row that anybody may call takes a small body, and only rows of documents take a large one', () => {
  for (const { name, privilege, bodyLimit, family } of routeTable) {
    if (privilege === 'public') expect(bodyLimit, name).toBe('small');
    if (bodyLimit === 'documents') expect(family, name).toBe('document');
  }
});

test('every row has a summary that begins with a capital and does not end in a stop', () => {
  for (const { name, summary } of routeTable) expect(summary, name).toMatch(/^[A-Z].*[^.]$/);
});

test('the OpenAPI document has every call once, with an id of its own', () => {
  const document = openApiDocument('1.2.3') as unknown as {
    openapi: string;
    paths: Record<
      string,
      Record<string, { operationId: string; parameters: { name?: string; in?: string }[] }>
    >;
  };
  expect(document.openapi).toBe('3.1.0');
  const ids = Object.values(document.paths).flatMap((verbs) =>
    Object.values(verbs).map((verb) => verb.operationId),
  );
  const calls = routeTable
    .flatMap((route) => route.paths.map((path) => methodsAt(route, path).length))
    .reduce((sum, count) => sum + count, 0);
  expect(ids.length).toBe(calls);
  expect(new Set(ids).size).toBe(calls);
  const get = document.paths['/{index}/_doc/{id}']?.get;
  expect(get?.parameters.filter((parameter) => parameter.in === 'path').map(({ name }) => name)).toEqual([
    'index',
    'id',
  ]);
});
