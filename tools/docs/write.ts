/** Writes the documents that are made from tables of the sources. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { tableDocuments } from './tables.ts';

for (const { path, text } of tableDocuments())
  writeFileSync(join(import.meta.dirname, '..', '..', path), text);
