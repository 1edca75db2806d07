import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { commonParams, routeTable } from '@sextant/contract';
import { expect, test } from 'vitest';
import { renderCompatibility } from './compatibility.ts';

test('docs/compatibility.md is what the route table says', () => {
  const page = readFileSync(join(import.meta.dirname, '..', '..', 'docs', 'compatibility.md'), 'utf8');
  expect(page).toBe(renderCompatibility(routeTable, commonParams));
});

test('every row is on the page, with its paths and privilege', () => {
  const page = renderCompatibility(routeTable, commonParams);
  for (const route of routeTable) {
    for (const path of route.paths) expect(page).toContain(`${path}\``);
    expect(page).toContain(`\`${route.privilege}\``);
  }
});
