import type { Reply } from './ask.ts';
import { type JsonTree, parseTree, treeText } from './json-tree.ts';
import { normaliseLine, normaliseString, normaliseTree } from './normalise.ts';
import type { Step } from './scenario.ts';

/** One place in which two answers differ. `theirs` is the reference's. */
export interface Difference {
  /** Dotted path in the body, or `status`, `header.NAME`, `text.LINE`. */
  readonly at: string;
  readonly theirs: string;
  readonly ours: string;
}

const comparedHeaders = ['content-type', 'allow', 'location', 'warning', 'x-opaque-id', 'content-encoding'];

function headerText(name: string, reply: Reply): string {
  const value = reply.headers[name] ?? '(none)';
  if (name === 'allow')
    return value
      .split(/\s*,\s*/)
      .sort()
      .join(',');
  if (name === 'warning') return normaliseString(value).replaceAll(/OpenSearch-\S+/g, 'OpenSearch');
  return normaliseString(value);
}

export function compareReplies(theirs: Reply, ours: Reply, step: Step): Difference[] {
  const out: Difference[] = [];
  const note = (at: string, a: string, b: string): void => {
    if (a !== b && (step.places || !differInPlaces(at, a, b))) out.push({ at, theirs: a, ours: b });
  };
  note('status', String(theirs.status), String(ours.status));
  for (const name of comparedHeaders)
    note(`header.${name}`, headerText(name, theirs), headerText(name, ours));
  const [a, b] = [treeOf(theirs), treeOf(ours)];
  if (a !== undefined && b !== undefined) {
    compareTrees(normaliseTree(a), normaliseTree(b), '', step.unordered, note);
  } else {
    compareTexts(theirs.text, ours.text, step.layout, note);
  }
  return out;
}

/** Where an error was found: what it says beside that is compared. */
function differInPlaces(at: string, a: string, b: string): boolean {
  if (/\.(?:line|col)$/.test(at)) return true;
  const withoutPlaces = (text: string): string =>
    text.replaceAll(/\[-?\d+:-?\d+\] | at \[?\d+:\d+\]?(?=")|\\n at \[Source: REDACTED[^"]*(?=")/g, '');
  return /reason$/.test(at) && withoutPlaces(a) === withoutPlaces(b);
}

function treeOf(reply: Reply): JsonTree | undefined {
  if (!/json/.test(reply.headers['content-type'] ?? '') || reply.text === '') return undefined;
  return parseTree(reply.text);
}

type Note = (at: string, theirs: string, ours: string) => void;

function compareTrees(a: JsonTree, b: JsonTree, at: string, unordered: boolean, note: Note): void {
  if (a.kind === 'object' && b.kind === 'object') compareObjects(a, b, at, unordered, note);
  else if (a.kind === 'array' && b.kind === 'array') {
    const length = Math.max(a.items.length, b.items.length);
    for (let i = 0; i < length; i++) compareItems(a.items[i], b.items[i], `${at}[${i}]`, unordered, note);
  } else note(at === '' ? 'body' : at, sortedMethods(treeText(a)), sortedMethods(treeText(b)));
}

/** OpenSearch lists the allowed methods in the order of a hash set. */
function sortedMethods(text: string): string {
  return text.replace(/(?<=, allowed: \[)[A-Z, ]+(?=\])/, (list) => list.split(', ').sort().join(', '));
}

function compareItems(
  a: JsonTree | undefined,
  b: JsonTree | undefined,
  at: string,
  loose: boolean,
  note: Note,
) {
  if (a !== undefined && b !== undefined) compareTrees(a, b, at, loose, note);
  else note(at, a === undefined ? '(absent)' : treeText(a), b === undefined ? '(absent)' : treeText(b));
}

type ObjectTree = Extract<JsonTree, { kind: 'object' }>;

function compareObjects(a: ObjectTree, b: ObjectTree, at: string, unordered: boolean, note: Note): void {
  const other = new Map(b.entries);
  const own = new Map(a.entries);
  const dotted = (key: string): string => (at === '' ? key : `${at}.${key}`);
  for (const [key, value] of own) compareItems(value, other.get(key), dotted(key), unordered, note);
  for (const [key, value] of other) {
    if (!own.has(key)) compareItems(undefined, value, dotted(key), unordered, note);
  }
  if (unordered) return;
  const shared = (
    keys: readonly (readonly [string, JsonTree])[],
    among: ReadonlyMap<string, unknown>,
  ): string =>
    keys
      .map(([key]) => key)
      .filter((key) => among.has(key))
      .join(',');
  note(`${dotted('')}(order)`, shared(a.entries, other), shared(b.entries, own));
}

function compareTexts(a: string, b: string, layout: boolean, note: Note): void {
  const lines = (text: string): string[] =>
    layout
      ? text.split('\n')
      : text.split('\n').map((line) => normaliseLine(line).replace(/\s+/g, ' ').trim());
  const [x, y] = [lines(a), lines(b)];
  for (let i = 0; i < Math.max(x.length, y.length); i++)
    note(`text.${i + 1}`, x[i] ?? '(none)', y[i] ?? '(none)');
}
