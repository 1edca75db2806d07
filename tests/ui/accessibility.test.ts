import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addIndex, chromiumPath, needs, openStage, type Stage, violations } from './browser.ts';

let stage: Stage;

const sizes = {
  light: { colorScheme: 'light' },
  dark: { colorScheme: 'dark' },
  narrow: { viewport: { width: 360, height: 740 } },
} as const;

describe.skipIf(chromiumPath === undefined)(`accessibility ${needs}`, () => {
  beforeAll(async () => {
    stage = await openStage();
    await addIndex(stage.service, 'ui-books', { settings: { number_of_replicas: 1 } });
    await addIndex(stage.service, 'ui-logs');
  });
  afterAll(() => stage.close());

  for (const [name, options] of Object.entries(sizes)) {
    test(`signing in has no violation: ${name}`, async () => {
      const page = await stage.visit('', options);
      await page.getByLabel('Password').waitFor();
      expect(await violations(page)).toEqual([]);
      await page.context().close();
    });

    test(`the overview with its drawer of requests has no violation: ${name}`, async () => {
      const page = await stage.open('', options);
      await page.getByRole('table', { name: 'Nodes' }).waitFor();
      await page.getByRole('link', { name: 'ui-books' }).first().waitFor();
      expect(await violations(page)).toEqual([]);
      await page.getByRole('button', { name: 'Requests' }).click();
      expect(await violations(page)).toEqual([]);
      await page.context().close();
    });

    test(`the index table, its drawer and its dialogs have no violation: ${name}`, async () => {
      const page = await stage.open('indices?filter=ui-', options);
      await page.getByLabel('Select ui-logs').check();
      expect(await violations(page)).toEqual([]);
      await page.getByRole('button', { name: 'Delete 1 index' }).click();
      expect(await violations(page)).toEqual([]);
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: 'Create index' }).click();
      await page.getByLabel('Name', { exact: true }).fill('x');
      expect(await violations(page)).toEqual([]);
      await page.keyboard.press('Escape');
      await page.locator('tr[data-place="0"]').press('Enter');
      await page.getByRole('complementary').waitFor();
      expect(await violations(page)).toEqual([]);
      await page.context().close();
    });

    test(`the console with an answer and the palette have no violation: ${name}`, async () => {
      const page = await stage.open('console', options);
      await page.getByRole('textbox', { name: 'Requests' }).click();
      await page.keyboard.press('Control+a');
      await page.keyboard.insertText('GET /');
      await page.keyboard.press('Control+Enter');
      await page.getByText('200 OK').waitFor();
      expect(await violations(page)).toEqual([]);
      await page.keyboard.press('Control+k');
      await page.getByRole('combobox').waitFor();
      expect(await violations(page)).toEqual([]);
      await page.context().close();
    });
  }

  test('nothing is wider than a screen of 360 pixels', async () => {
    for (const path of ['', 'indices', 'console']) {
      const page = await stage.open(path, sizes.narrow);
      await page.getByRole('main').waitFor();
      expect(await page.evaluate('document.documentElement.scrollWidth'), path).toBeLessThanOrEqual(360);
      expect(await page.evaluate('document.querySelector("main").scrollWidth'), path).toBeLessThanOrEqual(
        360,
      );
      await page.context().close();
    }
  });

  test('who wants no motion gets none', async () => {
    const page = await stage.visit('', { reducedMotion: 'reduce' });
    await page.getByLabel('Password').waitFor();
    const moving = await page.evaluate('document.getAnimations().length');
    expect(moving).toBe(0);
    await page.context().close();
  });
});
