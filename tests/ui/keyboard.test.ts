import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addIndex, chromiumPath, eventually, needs, openStage, type Stage } from './browser.ts';

let stage: Stage;

/** Accessible name of what has the focus. */
function focused(page: Page): Promise<unknown> {
  return page.evaluate(
    `(document.activeElement.getAttribute('aria-label') ?? document.activeElement.textContent)`,
  );
}

async function press(page: Page, ...keys: readonly string[]): Promise<void> {
  for (const key of keys) await page.keyboard.press(key);
}

describe.skipIf(chromiumPath === undefined)(`keyboard alone ${needs}`, () => {
  beforeAll(async () => {
    stage = await openStage();
    for (const name of ['ui-a', 'ui-b', 'ui-c']) await addIndex(stage.service, name);
  });
  afterAll(() => stage.close());

  test('jumps go to each screen, and the list of keys opens and closes', async () => {
    const page = await stage.open('');
    await press(page, 'g', 'i');
    await page.getByRole('heading', { level: 1, name: 'Indices' }).waitFor();
    await press(page, 'g', 'o');
    await page.getByRole('table', { name: 'Nodes' }).waitFor();
    await press(page, '?');
    await page.getByRole('dialog', { name: 'Keyboard' }).waitFor();
    await press(page, 'g', 'i', 'Escape');
    await page.getByRole('dialog', { name: 'Keyboard' }).waitFor({ state: 'hidden' });
    expect(new URL(page.url()).pathname).toBe('/_ui/');
    await press(page, 'g', 'c');
    await page.getByRole('textbox', { name: 'Requests' }).waitFor();
    await page.context().close();
  });

  test('filter, arrows, Enter and Escape walk through the table and back', async () => {
    const page = await stage.open('indices');
    await page.getByRole('row', { name: /ui-a/ }).waitFor();
    await press(page, '/');
    expect(await focused(page)).toBe('Filter indices');
    await page.keyboard.type('ui-');
    await eventually(() => page.locator('tr[data-place]').count()).toBe(3);
    await page.locator('tr[data-place="0"]').focus();
    await press(page, 'ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowUp');
    await eventually(() => focused(page)).toEqual(expect.stringContaining('ui-b'));
    await press(page, 'Space');
    await page.getByRole('button', { name: 'Delete 1 index' }).waitFor();
    await press(page, 'Enter');
    await page.getByRole('complementary', { name: 'ui-b' }).waitFor();
    await press(page, 'Escape');
    await page.getByRole('complementary', { name: 'ui-b' }).waitFor({ state: 'hidden' });
    await eventually(() => focused(page)).toEqual(expect.stringContaining('ui-b'));
    await press(page, 'End');
    await eventually(() => focused(page)).toEqual(expect.stringContaining('ui-c'));
    await page.context().close();
  });

  test('one Tab leads into the table and the next one out of it', async () => {
    const page = await stage.open('indices?filter=ui-');
    await eventually(() => page.locator('tr[data-place]').count()).toBe(3);
    await page.getByRole('button', { name: 'Created' }).focus();
    await press(page, 'Tab');
    expect(await focused(page)).toEqual(expect.stringContaining('ui-a'));
    await press(page, 'Tab');
    expect(await page.evaluate('document.activeElement.closest("table")')).toBeNull();
    await page.context().close();
  });

  test('the palette finds an index by a part of its name', async () => {
    const page = await stage.open('indices');
    await page.getByRole('row', { name: /ui-c/ }).waitFor();
    await press(page, 'Control+k');
    await page.getByRole('combobox', { name: 'Find' }).waitFor();
    await page.keyboard.type('ui-c');
    await press(page, 'Enter');
    await page.getByRole('complementary', { name: 'ui-c' }).waitFor();
    await press(page, 'Control+k');
    await page.keyboard.type('dark');
    await press(page, 'Enter');
    expect(await page.evaluate('document.documentElement.dataset.theme')).toBe('dark');
    await page.context().close();
  });

  test('a dialog holds the focus, closes at Escape and gives the focus back', async () => {
    const page = await stage.open('indices');
    await page.getByRole('button', { name: 'Create index' }).focus();
    await press(page, 'Enter');
    const dialog = page.getByRole('dialog', { name: 'Create index' });
    await dialog.waitFor();
    for (let step = 0; step < 12; step++) {
      await press(page, 'Tab');
      const inside = await page.evaluate(
        'document.activeElement === document.body || document.activeElement.closest("dialog") !== null',
      );
      expect(inside).toBe(true);
    }
    await press(page, 'Escape');
    await dialog.waitFor({ state: 'hidden' });
    await eventually(() => focused(page)).toBe('Create index');
    await page.context().close();
  });

  test('the console can be entered, used and left by key', async () => {
    const page = await stage.open('console');
    const editor = page.getByRole('textbox', { name: 'Requests' });
    await editor.waitFor();
    await press(page, 'Control+a');
    await page.keyboard.insertText('GET /');
    await press(page, 'Escape', 'Control+Enter');
    await page.getByText('200 OK').waitFor();
    await press(page, 'Tab');
    expect(await page.evaluate(`document.activeElement.dataset.testid`)).not.toBe('console-editor');
    await page.context().close();
  });
});
