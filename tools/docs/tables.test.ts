import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { tableDocuments } from './tables.ts';

test.each(tableDocuments().map(({ path, text }) => [path, text] as const))(
  '%s says what the sources say (npm run docs writes it)',
  (path, text) => {
    expect(readFileSync(join(import.meta.dirname, '..', '..', path), 'utf8')).toBe(text);
  },
);
