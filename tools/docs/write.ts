/** Writes the pages that are made from tables. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { commonParams, routeTable } from '@sextant/contract';
import { renderCompatibility } from './compatibility.ts';

const docs = join(import.meta.dirname, '..', '..', 'docs');
writeFileSync(join(docs, 'compatibility.md'), renderCompatibility(routeTable, commonParams));
console.log('docs/compatibility.md is written.');
