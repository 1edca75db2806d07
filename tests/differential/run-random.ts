import { ask } from './ask.ts';
import { compareReplies, type Difference } from './compare.ts';
import { reasonFor } from './known.ts';
import { familyDocument, familyMapping, familySearch } from './random-families.ts';
import { type Dice, dice, randomDocument, randomMapping, randomSearch } from './random-search.ts';
import type { Json } from './random-values.ts';
import { wideSearch } from './random-wide.ts';
import { wideDocument, wideMapping, wideSettings } from './random-wide-documents.ts';
import type { Finding, Servers } from './run-scenario.ts';
import type { Step } from './scenario.ts';

const documents = 200;

const plain = { setup: false, layout: false, places: false, unordered: true, keeps: new Map() } as const;

/** What an index is filled with and asked for, from a seed on. */
interface RandomKind {
  readonly index: string;
  readonly settings: Json;
  readonly mapping: Json;
  readonly document: (roll: Dice) => Json;
  readonly search: (roll: Dice) => Json;
  /** All of its documents are routed by it. */
  readonly routing?: string;
}

export const randomKinds: readonly RandomKind[] = [
  {
    index: 'random',
    settings: { number_of_shards: 1, number_of_replicas: 0 },
    mapping: randomMapping,
    document: randomDocument,
    search: randomSearch,
  },
  {
    index: 'wide',
    settings: wideSettings,
    mapping: wideMapping,
    document: wideDocument,
    search: wideSearch,
  },
  {
    index: 'family',
    settings: { number_of_shards: 1, number_of_replicas: 0 },
    mapping: familyMapping,
    document: familyDocument,
    search: familySearch,
    routing: 'r',
  },
];

function stepOf(method: string, path: string, body: string, line = 0): Step {
  const type = path.includes('_bulk') ? 'application/x-ndjson' : 'application/json';
  const headers = { 'content-type': type };
  return { line, method, path, headers, body, ...plain };
}

/** Scores of clauses within clauses may be added in another order: docs/deviations.md. */
function isNear({ at, theirs, ours }: Difference): boolean {
  if (!/(?:_score|max_score|\.sort\[\d+\])$/.test(at)) return false;
  const [a, b] = [Number(theirs), Number(ours)];
  return a > 0 && b > 0 && Math.abs(a - b) <= Math.max(a, b) * 2 ** -22;
}

/** Fills an index of one shard from the seed on both services and sends them the same searches. */
export async function runRandom(
  servers: Servers,
  seed: number,
  searches: number,
  kind: RandomKind = randomKinds[0]!,
): Promise<Finding[]> {
  const roll = dice(seed);
  const { index, settings, mapping, routing } = kind;
  const lines = Array.from({ length: documents }, (_, id) => {
    return `${JSON.stringify({ index: { _id: String(id), routing } })}\n${JSON.stringify(kind.document(roll))}\n`;
  });
  const setup = [
    stepOf('PUT', `/${index}`, JSON.stringify({ settings, mappings: mapping })),
    stepOf('POST', `/${index}/_bulk?refresh=true`, lines.join('')),
  ];
  for (const url of [servers.reference, servers.candidate]) for (const step of setup) await ask(url, step);
  const findings: Finding[] = [];
  for (let number = 1; number <= searches; number++) {
    const step = stepOf('POST', `/${index}/_search`, JSON.stringify(kind.search(roll)), number);
    const [theirs, ours] = await Promise.all([ask(servers.reference, step), ask(servers.candidate, step)]);
    // What the reference breaks down at says nothing of us.
    if (theirs.status >= 500) continue;
    const differences = compareReplies(theirs, ours, step).filter(
      (one) => reasonFor(step, one) === undefined && !isNear(one),
    );
    if (differences.length > 0) findings.push({ step, differences });
  }
  return findings;
}
