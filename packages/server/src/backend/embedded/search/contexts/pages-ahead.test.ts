import { FakeClock } from '@sextant/base/testing';
import { RawJson } from '@sextant/contract';
import { WorkBudget } from '@sextant/engine';
import { expect, test } from 'vitest';
import { type MadePage, type PageAhead, PagesAhead } from './pages-ahead.ts';

const clock = new FakeClock();

function pageOf(bytes: number): MadePage {
  const shards = { total: 1, successful: 1, skipped: 0, failures: [] };
  const result = { tookMs: 0, timedOut: false, maxScore: null, shards, hits: [] };
  return { answer: new RawJson(new Uint8Array(bytes)), result, page: { ahead: 0 } };
}

function ahead(made: Promise<MadePage | undefined>, form = 'f'): PageAhead {
  return { form, after: undefined, budget: new WorkBudget({ clock }), made };
}

const isCancelled = ({ budget }: PageAhead): boolean => budget.isCancelled;

test('a page is given once, to who asks for its form and place; for others it is given up', async () => {
  const pages = new PagesAhead<string>();
  const first = ahead(Promise.resolve(pageOf(10)));
  pages.add('a', first, 10);
  expect(pages.take('b', { form: 'f', after: undefined })).toBeUndefined();
  expect(pages.take('a', { form: 'f', after: undefined })).toBe(first);
  expect(pages.take('a', { form: 'f', after: undefined })).toBeUndefined();
  expect([pages.heldBytes, isCancelled(first)]).toEqual([0, false]);
  const places = [
    { form: 'g', after: undefined },
    { form: 'f', after: { segment: 0, doc: 1, score: 0 } },
  ];
  for (const place of places) {
    const given = ahead(Promise.resolve(pageOf(10)));
    pages.add('a', given, 10);
    expect(pages.take('a', place)).toBeUndefined();
    expect([pages.heldBytes, isCancelled(given)]).toEqual([0, true]);
  }
});

test('what they take is counted when it is known; beyond the bound the one that waits longest goes', async () => {
  const pages = new PagesAhead<string>(100);
  const each = [ahead(Promise.resolve(pageOf(60))), ahead(Promise.resolve(pageOf(50)))] as const;
  pages.add('a', each[0], 10);
  pages.add('b', each[1], 10);
  expect(pages.heldBytes).toBe(20);
  await Promise.resolve();
  expect(pages.heldBytes).toBe(50);
  expect(each.map(isCancelled)).toEqual([true, false]);
  expect(pages.take('b', { form: 'f', after: undefined })).toBe(each[1]);
});

test('one that could not be made is none, and one that another follows is given up', async () => {
  const pages = new PagesAhead<string>();
  pages.add('a', ahead(Promise.resolve(undefined)), 10);
  await Promise.resolve();
  expect(pages.take('a', { form: 'f', after: undefined })).toBeUndefined();
  const first = ahead(new Promise(() => {}));
  pages.add('a', first, 10);
  pages.add('a', ahead(Promise.resolve(pageOf(7))), 10);
  await Promise.resolve();
  expect([pages.heldBytes, isCancelled(first)]).toEqual([7, true]);
});
