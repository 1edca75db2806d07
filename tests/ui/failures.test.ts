import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addIndex, chromiumPath, eventually, needs, openStage, type Stage, signIn } from './browser.ts';

let stage: Stage;

const envelope = (status: number, type: string, reason: string) => ({
  status,
  contentType: 'application/json',
  body: JSON.stringify({ error: { root_cause: [{ type, reason }], type, reason }, status }),
});

async function answerWith(page: Page, path: string, answer: ReturnType<typeof envelope>): Promise<void> {
  await page.route(`**${path}*`, (route) => route.fulfill(answer));
}

/** Every call but the page itself is cut off. */
async function cutOff(page: Page): Promise<void> {
  await page.route(/^https?:\/\/[^/]+\/(?!_ui\/)/, (route) => route.abort('connectionrefused'));
}

describe.skipIf(chromiumPath === undefined)(`failures ${needs}`, () => {
  beforeAll(async () => {
    stage = await openStage();
    await addIndex(stage.service, 'ui-books');
  });
  afterAll(() => stage.close());

  test('one failing call fails one panel; the others show what they know, and retry works', async () => {
    const page = await stage.visit('');
    await answerWith(page, '/_cluster/stats', envelope(500, 'boom_exception', 'the stats are on fire'));
    await signIn(page, stage.service.password);
    const data = page.getByRole('region', { name: 'Data' });
    await data.getByText('the stats are on fire').waitFor();
    await page.getByRole('table', { name: 'Nodes' }).waitFor();
    await page.unroute('**/_cluster/stats*');
    await data.getByRole('button', { name: 'Retry' }).click();
    await data.getByText('Indices').waitFor();
    expect(await data.getByRole('alert').count()).toBe(0);
    await page.context().close();
  });

  test('a 403 says that the account may not, with the service’s reason', async () => {
    const page = await stage.open('');
    await answerWith(page, '/_cat/indices', envelope(403, 'security_exception', 'no permissions for [x]'));
    await page.getByRole('link', { name: 'Indices', exact: true }).click();
    const alert = page.getByRole('alert');
    await alert.getByText('This account may not do that').waitFor();
    await alert.getByText('no permissions for [x]').waitFor();
    await page.context().close();
  });

  test('when the service goes away the last content stays, and comes alive again with it', async () => {
    const page = await stage.open('indices');
    await page.getByRole('row', { name: /ui-books/ }).waitFor();
    await cutOff(page);
    await page.getByRole('alert').getByText('The service does not answer').waitFor();
    await page.getByText('showing what was known last').waitFor();
    expect(await page.getByRole('row', { name: /ui-books/ }).count()).toBe(1);
    await page.unrouteAll();
    await page.getByRole('button', { name: 'Retry' }).click();
    await eventually(() => page.getByRole('alert').count()).toBe(0);
    await page.context().close();
  });

  test('a page opened while the service is away goes on trying by itself', async () => {
    const page = await stage.visit('');
    await page.getByLabel('Password').waitFor();
    await cutOff(page);
    await page.reload();
    await page.getByText('The service does not answer').waitFor();
    await page.unrouteAll();
    await page.getByLabel('Password').waitFor();
    await page.context().close();
  });

  test('a session that ended asks for the password and comes back to the same place', async () => {
    const page = await stage.open('indices?filter=books');
    await page.getByRole('row', { name: /ui-books/ }).waitFor();
    await page.evaluate(`sessionStorage.setItem('sextant.token', 'no-such-token')`);
    await page.reload();
    await signIn(page, stage.service.password);
    await page.getByRole('row', { name: /ui-books/ }).waitFor();
    expect(new URL(page.url()).search).toBe('?filter=books');
    await page.context().close();
  });

  test('an error in the console shows status, type and reason as the service sent them', async () => {
    const page = await stage.open('console');
    await page.getByRole('textbox', { name: 'Requests' }).click();
    await page.keyboard.press('Control+a');
    await page.keyboard.insertText('GET /ui-none/_search');
    await page.keyboard.press('Control+Enter');
    await page.getByText('404 Not Found').waitFor();
    await page.getByText('"index_not_found_exception"').first().waitFor();
    await cutOff(page);
    await page.keyboard.press('Control+Enter');
    await page.getByText('no answer').waitFor();
    await page.context().close();
  });

  test('a red cluster is said in words, with the indices that are to blame', async () => {
    const page = await stage.visit('');
    const health = {
      cluster_name: 'c',
      status: 'red',
      number_of_nodes: 1,
      number_of_data_nodes: 1,
      active_shards: 1,
      unassigned_shards: 2,
      indices: { 'ui-lost': { status: 'red', number_of_replicas: 0, unassigned_shards: 2 } },
    };
    await page.route('**/_cluster/health*', (route) => route.fulfill({ json: health }));
    await signIn(page, stage.service.password);
    await page
      .getByRole('heading', { name: 'Red: 2 shards are not assigned, primaries among them' })
      .waitFor();
    await page.getByRole('link', { name: 'ui-lost' }).click();
    await eventually(() => new URL(page.url()).searchParams.get('filter')).toBe('health:red');
    await page.context().close();
  });

  test('a page that does not exist leads back', async () => {
    const page = await stage.open('nowhere');
    await page.getByRole('link', { name: 'To the overview' }).click();
    await page.getByRole('table', { name: 'Nodes' }).waitFor();
    await page.context().close();
  });
});
