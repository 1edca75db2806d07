import { ask, type Reply } from './ask.ts';
import { compareReplies, type Difference } from './compare.ts';
import { reasonFor } from './known.ts';
import type { Step } from './scenario.ts';

export interface Finding {
  readonly step: Step;
  readonly differences: readonly Difference[];
}

export interface Servers {
  /** The real OpenSearch. */
  readonly reference: string;
  readonly candidate: string;
}

const bare = { headers: {}, body: undefined };

/** What scenarios make, streams before what they are made by. */
const leftBehind = [
  '/_data_stream/*',
  '/*?expand_wildcards=open,closed',
  '/_index_template/*',
  '/_component_template/*',
  '/_template/*',
  '/_ingest/pipeline/*',
  '/_search/pipeline/*',
];

/** Both servers without indices, templates and cluster settings. */
export async function wipe(servers: Servers): Promise<void> {
  await wipeOne(servers.reference);
  await wipeOne(servers.candidate);
}

async function wipeOne(url: string): Promise<void> {
  for (const path of leftBehind) await ask(url, { ...bare, method: 'DELETE', path });
  await ask(url, {
    method: 'PUT',
    path: '/_cluster/settings',
    headers: { 'content-type': 'application/json' },
    body: '{"persistent":{"*":null},"transient":{"*":null}}',
  });
}

/** What the reference answered to the steps of scenarios, by file: it is asked once, however often we are. */
export type Answers = Map<string, readonly Reply[]>;

/** As `runScenario` after `wipe`, with the answers of the reference from the last time where it was asked before. */
export async function runFile(
  servers: Servers,
  {
    file,
    steps,
    answers,
  }: { readonly file: string; readonly steps: readonly Step[]; readonly answers: Answers },
): Promise<Finding[]> {
  const known = answers.get(file);
  if (known === undefined) await wipeOne(servers.reference);
  await wipeOne(servers.candidate);
  const asked: Reply[] = [];
  const findings = await runScenario(servers, steps, { known, asked });
  if (known === undefined) answers.set(file, asked);
  return findings;
}

interface ReferenceReplies {
  readonly known?: readonly Reply[] | undefined;
  /** Gets the reply to each step. */
  readonly asked: Reply[];
}

/** Sends every step to both; returns the steps whose answers differ for no known reason. */
export async function runScenario(
  servers: Servers,
  steps: readonly Step[],
  { known, asked }: ReferenceReplies = { asked: [] },
): Promise<Finding[]> {
  const findings: Finding[] = [];
  const kept = { theirs: new Map<string, string>(), ours: new Map<string, string>() };
  for (const [i, step] of steps.entries()) {
    const theirs = known?.[i] ?? (await ask(servers.reference, filledIn(step, kept.theirs)));
    asked.push(theirs);
    const ours = await ask(servers.candidate, filledIn(step, kept.ours));
    keep(step, theirs.text, kept.theirs);
    keep(step, ours.text, kept.ours);
    if (step.setup) continue;
    const all = compareReplies(theirs, ours, step);
    const differences = all.filter((difference) => reasonFor(step, difference) === undefined);
    if (differences.length > 0) findings.push({ step, differences });
  }
  return findings;
}

/** What a service gave out is what it is asked with. */
function filledIn(step: Step, kept: ReadonlyMap<string, string>): Step {
  if (kept.size === 0) return step;
  const fill = (text: string): string =>
    text.replace(/\$\((\w+)\)/g, (_, name: string) => kept.get(name) ?? '');
  return { ...step, path: fill(step.path), body: step.body === undefined ? undefined : fill(step.body) };
}

function keep({ keeps }: Step, text: string, kept: Map<string, string>): void {
  if (keeps.size === 0) return;
  const answer = JSON.parse(text) as Record<string, unknown>;
  for (const [name, key] of keeps) kept.set(name, String(answer[key]));
}

const shownLength = 400;

/** Readable text, one block per step. */
export function findingText({ step, differences }: Finding): string {
  const body =
    step.body === undefined ? '' : `\n    ${step.body.slice(0, shownLength).replaceAll('\n', '\n    ')}`;
  const lines = differences.slice(0, 12).map(({ at, theirs, ours }) => {
    return `  ${at}\n      theirs ${theirs.slice(0, shownLength)}\n      ours   ${ours.slice(0, shownLength)}`;
  });
  if (differences.length > lines.length) lines.push(`  and ${differences.length - lines.length} more`);
  return `line ${step.line}: ${step.method} ${step.path}${body}\n${lines.join('\n')}`;
}
