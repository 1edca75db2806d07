import { existsSync } from 'node:fs';
import axe from 'axe-core';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { expect } from 'vitest';
import { type Service, type StartOptions, startService } from '../support/service.ts';

const places = [
  process.env.SEXTANT_TEST_CHROMIUM,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

/** The browser of this machine; tests that need one are skipped, by name, where there is none. */
export const chromiumPath = places.find((place) => place !== undefined && existsSync(place));

/** Added to the name of each suite, so that a skipped one says what it lacks. */
export const needs = '(needs Chromium; SEXTANT_TEST_CHROMIUM names one in an unusual place)';

const args = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/**
 * Says what the policy of the page refused. Left out is what the browser itself tries inside an editor: it puts a
 * style on text that is typed over other text, which the editor takes away in any case.
 */
const reportRefusals = `document.addEventListener('securitypolicyviolation', (event) => {
  const place = event.composedPath()[0];
  if (event.sourceFile === '' && place?.closest?.('.cm-content')) return;
  console.error('refused: ' + event.violatedDirective + ' ' + event.sourceFile + ' ' + event.sample);
})`;

export interface Stage {
  readonly service: Service;
  /** A page of its own at the path below `/_ui/`, with a session that began before. */
  open(path: string, options?: BrowserContextOptions): Promise<Page>;
  /** The same before anybody signed in. */
  visit(path: string, options?: BrowserContextOptions): Promise<Page>;
  /** Messages of the browser that no test asked for: exceptions, and what the page's policy refused. */
  readonly complaints: string[];
  close(): Promise<void>;
}

/** Starts the service and a browser with an empty profile. */
export async function openStage(options: StartOptions = {}): Promise<Stage> {
  const service = await startService(options);
  const browser = await launch();
  const complaints: string[] = [];
  const visit = async (path: string, options: BrowserContextOptions = {}, token?: string): Promise<Page> => {
    const context = await browser.newContext({
      viewport: { width: 1280, height: 800 },
      locale: 'en-US',
      ...options,
    });
    if (token !== undefined) {
      const keep = `sessionStorage.getItem('sextant.token') ?? sessionStorage.setItem('sextant.token', '${token}')`;
      await context.addInitScript(keep);
    }
    await context.addInitScript(reportRefusals);
    const page = await context.newPage();
    page.setDefaultTimeout(20_000);
    page.on('pageerror', (error) => complaints.push(error.message));
    page.on('console', (message) => {
      if (message.text().startsWith('refused: ')) complaints.push(message.text());
    });
    await page.goto(`${service.url}/_ui/${path}`);
    return page;
  };
  const token = await tokenOf(service);
  return {
    service,
    complaints,
    visit: (path, options) => visit(path, options),
    open: async (path, options) => {
      const page = await visit(path, options, token);
      await page.getByRole('navigation').waitFor();
      return page;
    },
    close: async () => {
      await browser.close();
      await service.stop();
    },
  };
}

async function tokenOf(service: Service): Promise<string> {
  const response = await fetch(`${service.url}/account/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ password: service.password }),
  });
  const answer: unknown = await response.json();
  return (answer as { readonly access_token: string }).access_token;
}

function launch(): Promise<Browser> {
  if (chromiumPath === undefined) throw new Error('no Chromium on this machine');
  return chromium.launch({ executablePath: chromiumPath, args });
}

/** Polls until the expectation holds; the machine may be busy. */
export function eventually<T>(read: () => T | Promise<T>) {
  return expect.poll(read, { timeout: 20_000 });
}

export async function signIn(page: Page, password: string): Promise<void> {
  await page.getByLabel('Password').fill(password);
  await page.keyboard.press('Enter');
  await page.getByRole('navigation', { name: 'Screens' }).waitFor();
}

/** Violations of WCAG 2.2 A and AA on the page as it is, each with the places that have it. */
export async function violations(page: Page): Promise<readonly string[]> {
  await page.evaluate(axe.source);
  const found: unknown = await page.evaluate(
    `axe.run(document, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] })
      .then((result) => result.violations.map((each) =>
        each.id + ': ' + each.nodes.map((node) => node.target.join(' ') + ' ' + (node.any[0]?.message ?? '')).join('; ')))`,
  );
  return found as string[];
}

/** Where the link of an invitation leads, below `/_ui/`; the service lets several users in (`account.mode: multi`). */
export async function invite(service: Service, username: string): Promise<string> {
  const response = await service.fetch('/_security/invitation', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username, roles: ['readonly'] }),
  });
  const answer = (await response.json()) as { readonly link: string };
  return answer.link.slice('/_ui/'.length);
}

/** Makes an index with one document and fails loudly where that does not work. */
export async function addIndex(service: Service, name: string, body: object = {}): Promise<void> {
  const send = async (method: string, path: string, content: object) => {
    const response = await service.fetch(path, {
      method,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(content),
    });
    if (response.status >= 300) throw new Error(`${method} ${path}: ${await response.text()}`);
  };
  await send('PUT', `/${name}`, { settings: { number_of_replicas: 0 }, ...body });
  await send('POST', `/${name}/_doc?refresh=true`, { title: `about ${name}`, year: 1995 });
}
