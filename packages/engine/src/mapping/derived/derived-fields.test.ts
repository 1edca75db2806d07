import { ApiError } from '@sextant/contract';
import { describe, expect, test } from 'vitest';
import { DocumentParser } from '../document-parser.ts';
import { fieldView } from '../field-view.ts';
import { Mapping } from '../mapping.ts';
import type { JsonObject } from '../mapping-parser.ts';

function reasonOf(work: () => unknown): string {
  try {
    work();
  } catch (error) {
    if (error instanceof ApiError) return error.error.reason;
    throw error;
  }
  return 'nothing';
}

const derive = (definition: unknown): Mapping =>
  Mapping.create({ derived: { x: definition as JsonObject } }, {});

describe('definitions of derived fields', () => {
  test('are printed with the script in full, and no defaults', () => {
    expect(derive({ type: 'long', script: 'emit(1)', properties: {}, prefilter_field: '' }).toJson()).toEqual(
      {
        derived: { x: { type: 'long', script: { source: 'emit(1)', lang: 'painless' } } },
      },
    );
    const whole = {
      type: 'object',
      script: { source: 'emit(1)', lang: 'painless', params: { a: 1 } },
      properties: { a: 'long' },
      prefilter_field: 't',
      format: 'yyyy',
      ignore_malformed: false,
    };
    expect(derive(whole).toJson()).toEqual({ derived: { x: whole } });
  });

  test.each([
    [{ type: 'short', script: 'e' }, "Type [short] isn't supported in Derived field context."],
    [{ script: 'e' }, "Type [] isn't supported in Derived field context."],
    ['long', 'Expected map for property [derived_fields] on field [x] but got a class java.lang.String'],
    [{ type: 'long', foo: 1 }, 'unknown parameter [foo] on mapper [x] of type [long]'],
    [{ type: 'long', script: {} }, 'Expected one of [source] or [id] fields, but found none'],
    [{ type: 'long', script: 3 }, 'Script value should be a String or a Map'],
    [{ type: 'long', format: null }, '[format] on mapper [x] of type [long] must not have a [null] value'],
    [
      { type: 'object', properties: { a: { b: 'long' } } },
      '[properties] values can only be strings, but got LinkedHashMap[{b=long}] for field [x]',
    ],
  ])('%j is refused', (definition, reason) => {
    expect(reasonOf(() => derive(definition))).toBe(`Failed to parse mapping [_doc]: ${reason}`);
  });

  test('a name with a dot is refused', () => {
    const make = (): Mapping => Mapping.create({ derived: { 'a.b': { type: 'long' } } }, {});
    expect(reasonOf(make)).toContain('names with dots are not supported');
  });

  test('a later one takes the place of one of its name', () => {
    const before = derive({ type: 'date', script: 'emit(1)', format: 'yyyy' });
    const after = before.merge({ derived: { x: { type: 'long', script: 'emit(2)' } } });
    expect(after.toJson()).toEqual(derive({ type: 'long', script: 'emit(2)' }).toJson());
    expect(after.merge({ properties: { k: { type: 'long' } } }).field('x')?.derived?.type).toBe('long');
  });

  test('a field is either mapped or derived', () => {
    const x = derive({ type: 'long', script: 'emit(1)' });
    expect(reasonOf(() => x.merge({ properties: { x: { type: 'long' } } }))).toBe(
      'mapper [x] cannot be changed from type [derived] to [long]',
    );
    const k = Mapping.create({ properties: { k: { type: 'long' } } }, {});
    expect(reasonOf(() => k.merge({ derived: { k: { type: 'long' } } }))).toBe(
      'mapper [k] cannot be changed from type [long] to [derived]',
    );
    expect(reasonOf(() => k.merge({ derived: { _id: { type: 'long' } } }))).toBe(
      'Field [_id] is defined more than once',
    );
  });

  test('documents give them no values', () => {
    const mapping = derive({ type: 'long', script: 'emit(1)' });
    const parse = (document: string): unknown =>
      new DocumentParser().parse(
        mapping,
        new TextEncoder().encode(document),
        { length: 0, fields: [], values: [] },
        '1',
      );
    const refused = "failed to parse field [x] of type [derived] in document with id '1'.";
    expect(reasonOf(() => parse('{"x":1}'))).toBe(`${refused} Preview of field's value: '1'`);
    expect(reasonOf(() => parse('{"y":1,"x":{"a":[1]}}'))).toBe(
      `${refused} Preview of field's value: '{a=[1]}'`,
    );
    expect(reasonOf(() => parse('{"x.y":1}'))).toContain('must be of type object but found [derived]');
    expect(reasonOf(() => parse('{"o":{"x":1}}'))).toBe('nothing');
  });

  test('other fields are not copied to them', () => {
    const parse = (document: string, root: object): Mapping => {
      const properties = {
        k: { type: 'keyword', copy_to: 'x' },
        n: { type: 'nested', properties: { k: { type: 'keyword', copy_to: 'x' } } },
        deep: { type: 'keyword', copy_to: 'x.y' },
      };
      const mapping = Mapping.create({ derived: { x: { type: 'long' } }, properties, ...root }, {});
      const into = { length: 0, fields: [], values: [] };
      return new DocumentParser().parse(mapping, new TextEncoder().encode(document), into, '1');
    };
    const refused = "failed to parse field [x] of type [derived] in document with id '1'.";
    for (const dynamic of ['true', 'false', 'strict']) {
      for (const document of ['{"k":"v"}', '{"n":[{"k":"v"}]}']) {
        expect(reasonOf(() => parse(document, { dynamic }))).toBe(`${refused} Preview of field's value: 'v'`);
      }
    }
    expect(reasonOf(() => parse('{"deep":"v"}', {}))).toContain('must be of type object but found [derived]');
    expect(reasonOf(() => parse('{"k":null}', {}))).toBe(`${refused} Preview of field's value: 'null'`);
    expect(parse('{"x":null}', {}).field('x')?.type).toBe('derived');
  });

  test('a mapping never has a field as both, whatever documents bring in', () => {
    const x = derive({ type: 'long', script: 'emit(1)' });
    const { root } = Mapping.create({ properties: { x: { type: 'text' } } }, {});
    expect(reasonOf(() => x.withRoot(root))).toBe(
      'mapper [x] cannot be changed from type [derived] to [text]',
    );
  });

  test('parameters that are texts are what Java makes of other values', () => {
    const made = derive({ type: 'long', format: { a: 1 }, prefilter_field: [1] }).toJson();
    expect(made).toEqual({ derived: { x: { type: 'long', format: '{a=1}', prefilter_field: '[1]' } } });
  });

  test('one whose name is hidden is not there', () => {
    const mapping = Mapping.create(
      { derived: { seen: { type: 'long', script: 'e' }, secret: { type: 'long', script: 'e' } } },
      {},
    ).seenBy(fieldView({ includes: [], excludes: ['secret'] }));
    expect(mapping.field('secret')).toBeUndefined();
    expect(mapping.matching('*').map(({ name }) => name)).toEqual(['seen']);
    expect(Object.keys(mapping.toJson().derived as object)).toEqual(['seen']);
  });
});
