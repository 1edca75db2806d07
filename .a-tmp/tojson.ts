import { answers } from '../packages/engine/src/aggregations/answers.fixture.ts';
import { writeFileSync } from 'node:fs';
writeFileSync('../packages/engine/src/aggregations/answers.json', JSON.stringify({ about: 'What OpenSearch 3.6.0 answered. Rows: request, term of the field k that documents must have (or null), answer or `type: reason`.', answers: answers.map(([b, k, a]) => [b, k ?? null, a]) }, null, 1).replaceAll(/\[\n\s+"/g, '["').replaceAll(/",\n\s+(null|"[a-zA-Z]")/g, '", $1').replaceAll(/(null|"[a-zA-Z]"),\n\s+"/g, '$1, "').replaceAll(/"\n\s+\]/g, '"]') + '\n');
