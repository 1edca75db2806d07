import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addIndex, chromiumPath, eventually, needs, openStage, type Stage, signIn } from './browser.ts';

let stage: Stage;

describe.skipIf(chromiumPath === undefined)(`screens ${needs}`, () => {
  beforeAll(async () => {
    stage = await openStage();
    await addIndex(stage.service, 'ui-books');
    await addIndex(stage.service, 'ui-logs');
  });
  afterAll(() => stage.close());

  test('a wrong password is told, the right one opens the page that was asked for', async () => {
    const page = await stage.visit('indices?filter=ui-');
    await page.getByLabel('Password').fill('wrong');
    await page.keyboard.press('Enter');
    await page.getByText('Name and password do not fit.').waitFor();
    await signIn(page, stage.service.password);
    await page.getByRole('row', { name: /ui-books/ }).waitFor();
    expect(new URL(page.url()).search).toBe('?filter=ui-');
    expect(await page.getByLabel('Filter indices').inputValue()).toBe('ui-');
    await page.context().close();
  });

  test('the overview says how the cluster is, what it holds and on which node', async () => {
    const page = await stage.open('');
    await page.getByRole('heading', { level: 1, name: /^(Green|Yellow): / }).waitFor();
    const largest = page.getByRole('table', { name: 'Largest indices' });
    await largest.getByRole('link', { name: 'ui-books' }).waitFor();
    expect(await page.getByRole('table', { name: 'Nodes' }).getByRole('row').count()).toBe(2);
    await page.getByRole('heading', { name: 'Documents indexed' }).waitFor();
    await page.context().close();
  });

  test('an index is made with form and JSON in step, found by the filter, and deleted by typing its name', async () => {
    const page = await stage.open('indices');
    await page.getByRole('button', { name: 'Create index' }).click();
    const dialog = page.getByRole('dialog', { name: 'Create index' });
    await dialog.getByLabel('Name', { exact: true }).fill('ui-made');
    await dialog.getByLabel('Shards').fill('2');
    await dialog.getByLabel('Field name').fill('title');
    await dialog.getByLabel('Field type').selectOption('text');
    await dialog.getByRole('button', { name: 'Add field' }).click();
    const json = JSON.parse(await dialog.getByLabel('Request body').inputValue());
    expect(json.settings.index.number_of_shards).toBe(2);
    expect(json.mappings.properties).toEqual({ title: { type: 'text' } });
    await dialog.getByRole('button', { name: 'Create', exact: true }).click();
    await page.getByRole('complementary', { name: 'ui-made' }).getByText('1 field').waitFor();
    await page.keyboard.press('Escape');

    await page.getByLabel('Filter indices').fill('ui- docs<1');
    await eventually(() => page.locator('tr[data-place]').count()).toBe(1);
    await page.getByLabel('Select ui-made').check();
    await page.getByRole('button', { name: 'Delete 1 index' }).click();
    const confirm = page.getByRole('dialog', { name: 'Delete 1 index' });
    const button = confirm.getByRole('button', { name: 'Delete 1 index' });
    expect(await button.isDisabled()).toBe(true);
    await confirm.getByLabel(/^Type/).fill('ui-mad');
    expect(await button.isDisabled()).toBe(true);
    await confirm.getByLabel(/^Type/).fill('ui-made');
    await button.click();
    await page.getByText('No index fits this filter.').waitFor();
    expect((await stage.service.fetch('/ui-made', { method: 'HEAD' })).status).toBe(404);
    await page.context().close();
  });

  test('a refused creation shows the reason and keeps what was typed', async () => {
    const page = await stage.open('indices?create=true');
    const dialog = page.getByRole('dialog', { name: 'Create index' });
    await dialog.getByLabel('Name', { exact: true }).fill('ui-books');
    await dialog.getByRole('button', { name: 'Create', exact: true }).click();
    await dialog.getByText('resource_already_exists_exception').waitFor();
    expect(await dialog.getByLabel('Name', { exact: true }).inputValue()).toBe('ui-books');
    await page.context().close();
  });

  test('sorting is kept in the address and survives a reload', async () => {
    const page = await stage.open('indices?filter=ui-');
    await page.getByRole('button', { name: 'Name' }).click();
    await eventually(() => new URL(page.url()).searchParams.get('sort')).toBe('name:desc');
    await page.reload();
    await eventually(() => page.locator('tr[data-place]').allTextContents()).toEqual([
      expect.stringContaining('ui-logs'),
      expect.stringContaining('ui-books'),
    ]);
    await page.context().close();
  });

  test('the console sends the request under the cursor and keeps it in the history', async () => {
    const page = await stage.open('console');
    const editor = page.getByRole('textbox', { name: 'Requests' });
    await editor.click();
    await page.keyboard.press('Control+a');
    await page.keyboard.insertText(
      'GET /_cluster/health\n\nGET /ui-books/_search\n{"query":{"match":{"title":"about"}}}',
    );
    await page.keyboard.press('Control+Enter');
    await page.getByText('200 OK').waitFor();
    await page.getByText('Sent as POST').waitFor();
    await page
      .getByRole('textbox', { name: 'Answer to GET /ui-books/_search' })
      .getByText('"about ui-books"')
      .waitFor();
    await page.keyboard.press('Control+Shift+Enter');
    await page.getByRole('button', { name: /200 OK GET \/_cluster\/health/ }).click();
    await page.getByRole('textbox', { name: 'Answer to GET /_cluster/health' }).waitFor();
    await page.getByRole('button', { name: 'History' }).click();
    await page.getByRole('complementary', { name: 'History' }).getByText('GET /ui-books/_search').waitFor();
    await page.context().close();
  });

  test('the console completes paths from the routes and names from the service', async () => {
    const page = await stage.open('console');
    await page.getByRole('textbox', { name: 'Requests' }).click();
    await page.keyboard.press('Control+a');
    await page.keyboard.type('GET /ui-bo');
    await page.getByRole('option', { name: /ui-books/ }).waitFor();
    // The list takes no key in its first 75 ms, so that it cannot catch one that was meant for the text.
    await page.waitForTimeout(150);
    await page.keyboard.press('Enter');
    await page.keyboard.type('/_sea');
    await page
      .getByRole('option', { name: /^_search/ })
      .first()
      .waitFor();
    await page.waitForTimeout(150);
    await page.keyboard.press('Enter');
    await page.getByRole('textbox', { name: 'Requests' }).getByText('GET /ui-books/_search').waitFor();
    await page.context().close();
  });

  test('a pasted curl command becomes a request', async () => {
    const page = await stage.open('console');
    await page.getByRole('textbox', { name: 'Requests' }).click();
    await page.keyboard.press('Control+a');
    await page.keyboard.press('Delete');
    await page.evaluate(`(() => {
      const editor = document.querySelector('[data-testid=console-editor]').shadowRoot.querySelector('.cm-content');
      const data = new DataTransfer();
      data.setData('text/plain', "curl -XPUT http://h:9200/x/_doc/1 -d '{}'");
      editor.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));
    })()`);
    await page.getByRole('textbox', { name: 'Requests' }).getByText('PUT /x/_doc/1').waitFor();
    await page.context().close();
  });

  test('each screen lists its requests, and one opens in the console', async () => {
    const page = await stage.open('indices');
    await page.getByRole('button', { name: 'Requests' }).click();
    const drawer = page.getByRole('complementary', { name: 'Requests' });
    await drawer.getByText(/^GET \/_cat\/indices/).waitFor();
    expect(await drawer.getByText('/account/login').count()).toBe(0);
    await drawer.getByRole('link', { name: 'Open in console' }).first().click();
    await page.getByRole('textbox', { name: 'Requests' }).waitFor();
    await eventually(() => new URL(page.url()).pathname).toBe('/_ui/console');
    await page.context().close();
  });

  test('theme and language are chosen in the account menu and kept', async () => {
    const page = await stage.open('');
    await page.getByRole('button', { name: /^Account/ }).click();
    await page.getByRole('radio', { name: 'Dark' }).check();
    await page.getByRole('radio', { name: '中文' }).check();
    await page.getByRole('link', { name: '索引', exact: true }).waitFor();
    await page.reload();
    await page.getByRole('link', { name: '控制台' }).waitFor();
    expect(await page.evaluate('document.documentElement.dataset.theme')).toBe('dark');
    expect(await page.evaluate('document.documentElement.lang')).toBe('zh');
    await page.context().close();
  });

  test('signing out ends the session of the page', async () => {
    const page = await stage.open('');
    await page.getByRole('button', { name: /^Account/ }).click();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByLabel('Password').waitFor();
    await page.reload();
    await page.getByLabel('Password').waitFor();
    await page.context().close();
  });

  test('nothing was refused by the page’s policy and nothing threw', () => {
    expect(stage.complaints).toEqual([]);
  });
});
