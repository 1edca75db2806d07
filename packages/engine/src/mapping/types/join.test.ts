import { ApiError, type ErrorCause } from '@sextant/contract';
import { describe, expect, test } from 'vitest';
import { DocumentParser } from '../document-parser.ts';
import type { ParsedDocument } from '../mapped-field.ts';
import { Mapping } from '../mapping.ts';

const relations = { question: ['answer', 'comment'], answer: 'vote' };

function mappingOf(join: Readonly<Record<string, unknown>> = { relations }, others = {}): Mapping {
  return Mapping.make({ properties: { j: { type: 'join', ...join }, ...others } }, {});
}

function errorOf(work: () => unknown): ErrorCause {
  try {
    work();
  } catch (error) {
    if (error instanceof ApiError) return error.error;
    throw error;
  }
  throw new Error('nothing was refused');
}

/** What a document is found by, as `field=value`. */
function fieldsOf(value: unknown, routing: string | null = '1', mapping = mappingOf()): string[] {
  const into: ParsedDocument = { length: 0, fields: [], values: [] };
  const source = new TextEncoder().encode(
    typeof value === 'string' && value.startsWith('{') ? value : JSON.stringify({ j: value }),
  );
  new DocumentParser().parse(mapping, source, into, 'own', routing);
  return Array.from({ length: into.length }, (_, i) => `${into.fields[i]!.name}=${into.values[i]}`).sort();
}

function refused(value: unknown, routing: string | null = '1'): string {
  const error = errorOf(() => fieldsOf(value, routing));
  expect(error).toMatchObject({ type: 'mapper_parsing_exception', reason: 'failed to parse' });
  return error.causedBy!.reason;
}

describe('a document', () => {
  test('has its name, its own id as a parent, and that of its parent as a child', () => {
    expect(fieldsOf('question', null)).toEqual(['j#question=own', 'j=question']);
    expect(fieldsOf({ name: 'question' }, null)).toEqual(['j#question=own', 'j=question']);
    expect(fieldsOf({ name: 'comment', parent: 'q' })).toEqual(['j#question=q', 'j=comment']);
    expect(fieldsOf({ name: 'answer', parent: 'q' })).toEqual(['j#answer=own', 'j#question=q', 'j=answer']);
    expect(fieldsOf({ name: 'vote', parent: 'a' })).toEqual(['j#answer=a', 'j=vote']);
    expect(fieldsOf([['question']])).toEqual(['j#question=own', 'j=question']);
    expect(fieldsOf([])).toEqual([]);
  });

  test('may name its parent by a number, which is read as Java prints it', () => {
    const parents = ['1', '1.0', '1e2', '12345678901234567890123', '0.1', '12345678.5'].map(
      (number) => fieldsOf(`{"j":{"name":"comment","parent":${number}}}`)[0],
    );
    expect(parents).toEqual(
      ['1', '1.0', '100.0', '12345678901234567890123', '0.1', '1.23456785E7'].map((id) => `j#question=${id}`),
    );
  });

  test('that is a child needs a parent and a routing', () => {
    expect(refused('answer')).toBe('[parent] is missing for join field [j]');
    expect(refused({ name: 'answer', parent: true })).toBe('[parent] is missing for join field [j]');
    expect(refused({ name: 'answer', parent: '1' }, null)).toBe('[routing] is missing for join field [j]');
    expect(refused('nobody')).toBe('unknown join name [nobody] for field [j]');
    expect(refused({ name: 'question', other: 'x' })).toBe('unknown field name [other] in join field [j]');
    expect(refused({ name: 5 })).toBe('unknown field name [name] in join field [j]');
    expect(refused({ parent: '1' })).toBe('[name] is missing for join field [j]');
    const token = 'expected START_OBJECT or VALUE_STRING but was: ';
    expect(refused(null)).toBe(`[null] ${token}VALUE_NULL`);
    expect(refused(5)).toBe(`[null] ${token}VALUE_NUMBER`);
    expect(refused(true)).toBe(`[null] ${token}VALUE_BOOLEAN`);
  });

  test('has one place', () => {
    expect(errorOf(() => fieldsOf(['question', 'question'])).reason).toMatch(
      /^DocValuesField "j#question" appears more than once/,
    );
    expect(errorOf(() => fieldsOf(['question', { name: 'vote', parent: '1' }])).reason).toMatch(
      /^DocValuesField "j" appears more than once/,
    );
  });

  test('may be given its place by another field', () => {
    const mapping = mappingOf({ relations }, { k: { type: 'keyword', copy_to: 'j' } });
    expect(fieldsOf('{"k":"question"}', null, mapping)).toEqual([
      'j#question=own',
      'j=question',
      'k=question',
    ]);
  });
});

describe('a mapping', () => {
  test('is printed with what is set where nothing was given', () => {
    expect(mappingOf({}).toJson().properties).toEqual({
      j: { type: 'join', eager_global_ordinals: true, relations: {} },
    });
    const given = { eager_global_ordinals: false, relations: { a: ['b'], c: ['d', 'd', 'e'] } };
    expect(mappingOf(given).toJson().properties).toEqual({
      j: { type: 'join', eager_global_ordinals: false, relations: { a: 'b', c: ['d', 'e'] } },
    });
    expect(mappingOf().join?.relations.map(({ ids }) => ids)).toEqual(['j#question', 'j#answer']);
  });

  test('names the children of each parent: nothing is no name', () => {
    for (const children of [null, ['b', null]]) {
      const error = errorOf(() => mappingOf({ relations: { a: children } }));
      expect(error.reason).toBe('Failed to parse mapping [_doc]: children of [a] must not be null');
    }
  });

  test('has one field of the type, at its root', () => {
    const twice = { type: 'join', relations: { u: 'v' } };
    const reason = 'Field [_parent_join] is defined more than once';
    expect(errorOf(() => mappingOf({ relations }, { k: twice })).reason).toBe(
      `Failed to parse mapping [_doc]: ${reason}`,
    );
    expect(errorOf(() => mappingOf().merge({ properties: { k: twice } })).reason).toBe(reason);
    const inside = mappingOf({ relations }, {});
    expect(errorOf(() => inside.merge({ properties: { o: { properties: { k: twice } } } })).reason).toBe(
      'join field [o.k] cannot be added inside an object or in a multi-field',
    );
    expect(errorOf(() => fieldsOf('{"j#question":"1"}')).reason).toBe(
      'Field [j#question] is defined more than once',
    );
    const dynamic_templates = [{ t: { match: 'k', mapping: twice } }];
    const grows = Mapping.make({ dynamic_templates, properties: { j: { type: 'join', relations } } }, {});
    expect(errorOf(() => fieldsOf('{"k":"u"}', '1', grows)).reason).toBe(reason);
  });

  test('gives each child one parent', () => {
    expect(errorOf(() => mappingOf({ relations: { a: 'b', c: ['b', 'd'], e: 'd' } })).reason).toBe(
      'Failed to parse mapping [_doc]: invalid definition for join field [j]:\n' +
        '[[b] cannot have multiple parents, [d] cannot have multiple parents]',
    );
  });

  test('takes no other parameters, not even those of all types', () => {
    const error = errorOf(() => mappingOf({ relations, boost: 2, store: true }));
    expect(error.reason).toBe(
      'Failed to parse mapping [_doc]: Mapping definition for [j] has unsupported parameters:  [boost : 2] [store : true]',
    );
  });

  test('gets further relations, and loses none', () => {
    const update = (given: unknown) =>
      mappingOf().merge({ properties: { j: { type: 'join', relations: given } } });
    expect(
      update({ ...relations, other: 'x', question: ['answer', 'comment', 'more'] }).join?.relations,
    ).toHaveLength(3);
    const conflicts = (given: unknown): string => errorOf(() => update(given)).reason.split('\n')[1]!;
    expect(conflicts({ question: ['answer'], answer: 'vote' })).toBe(
      '[cannot remove child [comment] in join field [j]]',
    );
    expect(conflicts({ question: ['answer', 'comment'] })).toBe(
      '[cannot remove parent [answer] in join field [j]]',
    );
    expect(conflicts({ ...relations, vote: 'x' })).toBe(
      '[cannot create parent [vote] from an existing child]',
    );
    expect(conflicts({ ...relations, root: 'question' })).toBe(
      '[cannot create child [question] from an existing parent]',
    );
  });

  test('of a partitioned index has no such field', () => {
    const flat = { 'index.routing_partition_size': '2', 'index.provided_name': 'i' };
    const make = () => Mapping.make({ properties: { j: { type: 'join', relations } } }, flat);
    expect(errorOf(make).reason).toMatch(/cannot create join field \[j\] for the partitioned index \[i\]$/);
  });
});
