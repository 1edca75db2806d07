import { expect, test } from 'vitest';
import { ContextSeal, contextSealOf, idWithin, withSealedHead, withSeals } from './context-seal.ts';

const filter = { term: { team: 'x' } };
const byDocuments = { parts: new Map([['i', { filter, rules: undefined }]]) };
const byFields = { parts: new Map([['i', { filter: undefined, rules: { includes: [], excludes: ['f'] } }]]) };
const seal = new ContextSeal('key');

test('the seal of a scroll is that of what is seen', () => {
  const given = seal.scroll('id==', byDocuments);
  expect(idWithin(given)).toBe('id==');
  expect(seal.openedScroll(given, byDocuments)).toBe('id==');
  for (const other of ['id==', `x${given}`, given.replace('id==', 'is==')]) {
    expect(() => seal.openedScroll(other, byDocuments)).toThrow('begun by somebody');
  }
  expect(() => seal.openedScroll(given, byFields)).toThrow('begun by somebody');
  expect(() => seal.openedScroll(given, undefined)).toThrow('begun by somebody');
  expect(() => new ContextSeal('other').openedScroll(given, byDocuments)).toThrow('begun by somebody');
});

test('a point in time is opened by the id that was sealed, and by no other', () => {
  const given = seal.pointInTime('id==');
  expect(seal.openedPointInTime(given)).toBe('id==');
  for (const other of ['id==', given.replace('id==', 'is=='), seal.scroll('id==', undefined)]) {
    expect(() => seal.openedPointInTime(other)).toThrow('opened by somebody');
  }
});

test('ids are sealed for whoever may not search everything, wherever they stand in an answer', () => {
  const access = { internal: false, sealKey: 'key', everywhere: () => false };
  expect(contextSealOf({ ...access, everywhere: () => true })).toBeUndefined();
  expect(contextSealOf({ ...access, internal: true })).toBeUndefined();
  const answer = {
    _scroll_id: 's',
    pit_id: 'p',
    pits: [{ pit_id: 'a', n: 1 }],
    responses: [{ pit_id: 'b' }, {}],
  };
  expect(withSeals(answer, contextSealOf(access)!, byFields)).toEqual({
    _scroll_id: seal.scroll('s', byFields),
    pit_id: seal.pointInTime('p'),
    pits: [{ pit_id: seal.pointInTime('a'), n: 1 }],
    responses: [{ pit_id: seal.pointInTime('b') }, {}],
  });
});

test('of a page the id is sealed where it stands at its head, and nothing else is read', () => {
  const sealed = (text: string): string | undefined => withSealedHead(Buffer.from(text), seal)?.toString();
  expect(sealed('{"_scroll_id":"id_-==","took":1,…é')).toBe(
    `{"_scroll_id":"${seal.scroll('id_-==', undefined)}","took":1,…é`,
  );
  expect(sealed('{"pit_id":"id","took":1}')).toBe(`{"pit_id":"${seal.pointInTime('id')}","took":1}`);
  for (const other of ['{"took":1,"_scroll_id":"id"}', '{"_scroll_id":null}', '[]', '']) {
    expect(sealed(other)).toBeUndefined();
  }
});
