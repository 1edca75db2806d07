import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { chromiumPath, invite, needs, openStage, type Stage, violations } from './browser.ts';

const password = 'Str0ng-Enough-Phrase!';
let stage: Stage;

describe.skipIf(chromiumPath === undefined)(`invitations ${needs}`, () => {
  beforeAll(async () => {
    stage = await openStage({ args: ['-E', 'account.mode=multi'] });
  });
  afterAll(() => stage.close());

  test('who is invited chooses a password, is signed in, and the link is used up', async () => {
    const link = await invite(stage.service, 'ann');
    const page = await stage.visit(link);
    const choose = async (first: string, again: string): Promise<void> => {
      await page.getByLabel('New password').fill(first);
      await page.getByLabel('The same password again').fill(again);
      await page.keyboard.press('Enter');
    };
    await choose(password, `${password}?`);
    await page.getByText('The passwords are not the same.').waitFor();
    await choose('short', 'short');
    await page.getByText('Password is too short').waitFor();
    await choose(password, password);
    await page.getByRole('navigation', { name: 'Screens' }).waitFor();
    expect(page.url()).toBe(`${stage.service.url}/_ui/`);
    await page.context().close();

    const late = await stage.visit(link);
    await late.getByLabel('New password').fill(password);
    await late.getByLabel('The same password again').fill(password);
    await late.keyboard.press('Enter');
    await late.getByText('the invitation is not valid, has expired or was used').waitFor();
    await late.context().close();
    expect(stage.complaints).toEqual([]);
  });

  for (const colorScheme of ['light', 'dark'] as const) {
    test(`the screen of an invitation has no violation, with and without an error: ${colorScheme}`, async () => {
      const viewport = { width: 360, height: 740 };
      const page = await stage.visit(await invite(stage.service, colorScheme), { colorScheme, viewport });
      await page.getByLabel('New password').fill('a');
      expect(await violations(page)).toEqual([]);
      await page.getByLabel('The same password again').fill('b');
      await page.keyboard.press('Enter');
      await page.getByText('The passwords are not the same.').waitFor();
      expect(await violations(page)).toEqual([]);
      await page.context().close();
    });
  }
});
