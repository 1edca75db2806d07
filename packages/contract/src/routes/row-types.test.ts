import { expect, expectTypeOf, test } from 'vitest';
import { routeTable } from './index.ts';
import type { BackendRouteName, ParamsOf, PathParamsOf, RouteName, ServiceRouteName } from './row-types.ts';

test('a handler knows the parameters of its row, and those of every row, by type', () => {
  expectTypeOf<ParamsOf<'search'>['size']>().toEqualTypeOf<number | undefined>();
  expectTypeOf<ParamsOf<'search'>['timeout']>().toEqualTypeOf<number | undefined>();
  expectTypeOf<ParamsOf<'search'>['sort']>().toEqualTypeOf<readonly string[] | undefined>();
  expectTypeOf<ParamsOf<'search'>['pretty']>().toEqualTypeOf<boolean | undefined>();
  expectTypeOf<ParamsOf<'search'>>().not.toHaveProperty('op_type');
  expectTypeOf<ParamsOf<'search' | 'index'>['op_type']>().toEqualTypeOf<string | undefined>();
});

test('a path parameter that each path has is always there', () => {
  expectTypeOf<PathParamsOf<'get'>['id']>().toEqualTypeOf<string>();
  expectTypeOf<PathParamsOf<'search'>['index']>().toEqualTypeOf<string | undefined>();
  expectTypeOf<PathParamsOf<'search'>>().not.toHaveProperty('id');
});

test('names are those of the table, parted by who answers', () => {
  expectTypeOf<RouteName>().toEqualTypeOf<BackendRouteName | ServiceRouteName>();
  expectTypeOf<'info'>().toExtend<ServiceRouteName>();
  expectTypeOf<'search'>().toExtend<BackendRouteName<'search'>>();
  expectTypeOf<'search'>().not.toExtend<BackendRouteName<'document'>>();
  const { name }: { name: RouteName | string } = routeTable[0]!;
  expect(name).toBe('account.login');
});
