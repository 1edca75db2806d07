import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { SourceFile } from './source-files.ts';

const fileLines = 400;
const medianLines = 120;

/** Tables that may be longer than a file should be. This list may only shrink; a name that no longer needs it fails. */
export const longFiles: readonly string[] = [
  'packages/engine/src/aggregations/metrics/hyper-log-log-tables.ts',
  'packages/engine/src/codec/unpack-group.ts',
];

interface BannedCall {
  readonly pattern: RegExp;
  readonly where: RegExp;
  readonly instead: string;
}

const bannedCalls: readonly BannedCall[] = [
  {
    pattern: /\bDate\.now\(|new Date\(\)|performance\.now\(/,
    where: /^packages\/engine\/src\//,
    instead: 'the Clock of the constructor',
  },
  {
    pattern: /\bMath\.random\(/,
    where: /^packages\/(engine|server|base)\/src\//,
    instead: 'the Random port',
  },
  {
    pattern: /\bprocess\.(env|argv|exit|cwd)\b/,
    where: /^packages\/(engine|contract)\/src\//,
    instead: 'an argument',
  },
  {
    pattern: /\bprocess\.exit\b/,
    where: /^packages\/server\/src\/(?!main\.ts)/,
    instead: 'an error that main.ts turns into an exit code',
  },
  {
    pattern: /\bBigInt64Array\b|\bBigUint64Array\b/,
    where: /^packages\/engine\/src\//,
    instead: 'Float64Array or two Uint32Array',
  },
  {
    pattern: /\bInt(l)\.Segmenter\b/,
    // Thai needs a dictionary.
    where: /^packages\/engine\/src\/(?!analysis\/tokenizers\/thai)/,
    instead: 'the tokenizers of analysis/',
  },
  {
    pattern: /: (?:(?:Readonly|Partial)<)*Record<string,[^=]*>+ = \{(?!\},$)/,
    where: /^packages\/(contract|engine|server)\/src\//,
    instead: 'dictionary() or table() of the contract: an object literal knows more names than its own',
  },
  {
    pattern: /\bnew RegExp\(/,
    // Words of a text are told by constant expressions, in linear time.
    where: /^packages\/(contract|engine|server)\/src\/(?!ui-host\/|highlight\/word-breaks)/,
    instead: 'matchesWildcard of the contract, or LinearPattern',
  },
  {
    // V8 makes a hidden class for each that is called, where only a full collection finds it, with all that it closes over.
    pattern: /^\s{3,}(?:async )?\*[#\w[]|^(?!export |async |function).*\bfunction\s*\*/,
    where: /^packages\/(base|contract|engine|server)\/src\//,
    instead:
      'a generator of the module or of a class: one that is made for each request is not let go with it',
  },
  { pattern: /\bsetTimeout\(/, where: /^packages\/engine\/src\//, instead: 'Clock.after' },
];

// Written in halves, so that this file does not find itself.
const markers = [
  'TO' + 'DO',
  'FIX' + 'ME',
  'XX' + 'X:',
  '@ts-' + 'ignore',
  '@ts-' + 'expect-error',
  'biome-' + 'ignore',
  'oxlint-' + 'disable',
];

function isTest(path: string): boolean {
  return /\.test\.tsx?$|\/testing\/|^tests\//.test(path);
}

export function lengthProblems(files: readonly SourceFile[]): string[] {
  const problems: string[] = [];
  const lengths: number[] = [];
  for (const { path, text } of files) {
    const lines = text.split('\n').length - 1;
    lengths.push(lines);
    const exempt = longFiles.includes(path);
    if (lines > fileLines && !exempt)
      problems.push(`${path}: ${lines} lines, at most ${fileLines}: split it by concept`);
    if (lines <= fileLines && exempt)
      problems.push(`${path}: no longer needs its exemption in tools/tidy/text-rules.ts`);
  }
  lengths.sort((a, b) => a - b);
  const median = lengths[lengths.length >> 1] ?? 0;
  if (median > medianLines) problems.push(`the median file has ${median} lines, at most ${medianLines}`);
  return problems;
}

export function callProblems(files: readonly SourceFile[]): string[] {
  const problems: string[] = [];
  for (const { path, text } of files) {
    if (isTest(path) || path.startsWith('tools/tidy/')) continue;
    const lines = text.split('\n');
    for (const rule of bannedCalls.filter((banned) => banned.where.test(path))) {
      const at = lines.findIndex((line) => rule.pattern.test(line) && !/^\s*(\*[\s/]|\/\/)/.test(line));
      if (at >= 0) problems.push(`${path}:${at + 1}: use ${rule.instead}`);
    }
  }
  return problems;
}

export function markerProblems(files: readonly SourceFile[]): string[] {
  const problems: string[] = [];
  for (const { path, text } of files) {
    for (const marker of markers)
      if (text.includes(marker)) problems.push(`${path}: left-over marker ${marker}`);
  }
  return problems;
}

/** Links of the documents that lead nowhere: missing files and missing headings. */
export function linkProblems(documents: readonly SourceFile[], root: string): string[] {
  const problems: string[] = [];
  const anchors = new Map(documents.map(({ path, text }) => [path, headingAnchors(text)]));
  for (const { path, text } of documents) {
    for (const match of text.matchAll(/\]\(([^)\s]+)\)/g)) {
      const link = match[1]!;
      if (/^[a-z]+:/.test(link)) continue;
      const [file, anchor] = link.split('#');
      const target = file === '' ? path : join(dirname(path), file!);
      if (file !== '' && !existsSync(join(root, target))) problems.push(`${path}: dead link ${link}`);
      else if (anchor !== undefined && anchors.has(target) && !anchors.get(target)!.has(anchor)) {
        problems.push(`${path}: no heading for link ${link}`);
      }
    }
  }
  return problems;
}

/** Decisions are named by their numbers: two of one number, and headings that say another one. */
export function numberProblems(documents: readonly SourceFile[]): string[] {
  const problems: string[] = [];
  const taken = new Map<number, string>();
  for (const { path, text } of documents) {
    const number = Number(/^docs\/decisions\/(\d{4})-[^/]+\.md$/.exec(path)?.[1]);
    if (Number.isNaN(number)) continue;
    const other = taken.get(number);
    if (other !== undefined) problems.push(`${path}: ${other} has its number`);
    taken.set(number, path);
    if (!text.startsWith(`# ${number}. `)) problems.push(`${path}: its heading has another number`);
  }
  return problems;
}

function headingAnchors(text: string): Set<string> {
  const anchors = new Set<string>();
  for (const match of text.matchAll(/^#+ (.+)$/gm)) {
    const words = match[1]!.toLowerCase().replace(/[^\p{L}\p{N} _-]/gu, '');
    anchors.add(words.trim().replace(/ /g, '-'));
  }
  return anchors;
}
