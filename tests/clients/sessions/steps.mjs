// What every session in JavaScript shares: a step is done whatever became of those before, and told in a line of JSON.
import { strict as assert } from 'node:assert';

export { assert };

/** Index, user and password as the caller of the session gives them. */
export const target = {
  node: process.env.SESSION_URL,
  auth: { username: 'admin', password: process.env.SESSION_PASSWORD },
};

const limit = 20_000;

const tell = (line) => process.stdout.write(`${JSON.stringify(line)}\n`);

/** Runs `work`; prints `{step, error?}`. */
export async function step(name, work) {
  let timer;
  const late = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${limit} ms`)), limit);
  });
  try {
    await Promise.race([work(), late]);
    tell({ step: name });
  } catch (error) {
    const told = error?.meta?.body?.error ?? error?.body?.error;
    const text = told === undefined ? String(error?.stack ?? error) : JSON.stringify(told);
    tell({ step: name, error: text.slice(0, 600) });
  } finally {
    clearTimeout(timer);
  }
}

export const products = [
  {
    id: '1',
    name: 'Green teapot',
    text: 'A green teapot for four cups of tea',
    price: 25.5,
    tags: ['tea', 'kitchen'],
    day: '2026-01-03',
  },
  {
    id: '2',
    name: 'Red teapot',
    text: 'A red teapot, dishwasher proof',
    price: 30,
    tags: ['tea'],
    day: '2026-01-15',
  },
  {
    id: '3',
    name: 'Coffee mill',
    text: 'Grinds coffee by hand',
    price: 45.25,
    tags: ['coffee', 'kitchen'],
    day: '2026-02-01',
  },
  {
    id: '4',
    name: 'Coffee cup',
    text: 'A cup for coffee or tea',
    price: 8,
    tags: ['coffee', 'tea'],
    day: '2026-02-20',
  },
];

export const mappings = {
  properties: {
    name: { type: 'text', fields: { raw: { type: 'keyword' } } },
    text: { type: 'text' },
    price: { type: 'double' },
    tags: { type: 'keyword' },
    day: { type: 'date' },
  },
};

export const templateBody = {
  index_patterns: ['session-logs-*'],
  template: { settings: { number_of_shards: 1 }, mappings: { properties: { level: { type: 'keyword' } } } },
  priority: 10,
};
