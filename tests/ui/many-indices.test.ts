import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { chromiumPath, eventually, needs, openStage, type Stage, signIn } from './browser.ts';

let stage: Stage;
const count = 5000;

/** The answer of a cluster with very many indices, made by rule. */
const rows = Array.from({ length: count }, (_, place) => ({
  index: `logs-${String(place).padStart(4, '0')}`,
  health: place % 100 === 7 ? 'red' : 'green',
  status: 'open',
  uuid: `uuid-${place}`,
  pri: '5',
  rep: '1',
  'docs.count': String(place * 1000),
  'docs.deleted': '0',
  'store.size': String(place * 1024 * 1024),
  'pri.store.size': String(place * 512 * 1024),
  'creation.date': '1700000000000',
}));

describe.skipIf(chromiumPath === undefined)(`5,000 indices ${needs}`, () => {
  beforeAll(async () => {
    stage = await openStage();
  });
  afterAll(() => stage.close());

  test('only the visible rows exist, whatever is scrolled, filtered or sorted', async () => {
    const page = await stage.visit('indices');
    await page.route('**/_cat/indices*', (route) => route.fulfill({ json: rows }));
    await signIn(page, stage.service.password);
    const visible = page.locator('tr[data-place]');
    await page.getByRole('row', { name: /logs-0000/ }).waitFor();
    expect(await visible.count()).toBeLessThan(60);
    await page.locator('tr[data-place="0"]').focus();
    await page.keyboard.press('End');
    await page.getByRole('row', { name: /logs-4999/ }).waitFor();
    expect(await visible.count()).toBeLessThan(60);
    await page.getByLabel('Filter indices').fill('health:red docs>4m');
    await page.getByText('10 of 5,000 indices').waitFor();
    await eventually(() => visible.count()).toBe(10);
    await page.getByRole('button', { name: 'Size' }).click();
    await eventually(() => visible.first().textContent()).toContain('logs-4907');
    await page.context().close();
  });
});
