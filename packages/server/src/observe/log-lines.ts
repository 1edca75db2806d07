import type { LogPlace, LogRecord } from './log-record.ts';
import { printable, printableJson } from './printable.ts';

/** `[2026-11-21T17:22:53,123][INFO ][http.server              ] [node] text`, with its line feed. */
export function plainLine(record: LogRecord, { nodeName }: LogPlace, now: number): string {
  const { level, component, isNarrow, message, tail, error } = record;
  const text = printable(
    message === '' || tail === undefined ? message || (tail ?? '') : `${message} ${tail}`,
  );
  const logger = isNarrow ? component : component.padEnd(25);
  const trace = error === undefined ? '' : `\n${printable(traceOf(error))}`;
  return `[${stampOf(now).slice(0, -1)}][${level.padEnd(5)}][${logger}] [${nodeName}] ${text}${trace}\n`;
}

/**
 * One object, its members in OpenSearch's order and spacing, all values texts; a stack trace goes on in lines of its own. Ends with its line
 * feed.
 */
export function jsonLine(record: LogRecord, place: LogPlace, now: number): string {
  const { kind, type = kind, level, component, message, fields, error } = record;
  const { clusterUuid, nodeId } = place;
  let line = `{"type": "${type}", "timestamp": "${stampOf(now)}", "level": "${level}"`;
  line += `, "component": ${printableJson(component)}, ${placeText(place)}`;
  if (message !== '') line += `, "message": ${printableJson(message)}`;
  for (const name in fields) {
    const text = fieldText(fields[name]);
    if (text !== '') line += `${memberName(name)}${printableJson(text)}`;
  }
  if (clusterUuid !== undefined) line += `, "cluster.uuid": "${clusterUuid}"`;
  if (nodeId !== undefined) line += `, "node.id": "${nodeId}"`;
  if (error !== undefined) line += `, "stacktrace": [${stackOf(error).join(',\n')}]`;
  return `${line}${clusterUuid === undefined ? ' ' : '  '}}\n`;
}

const lastPlace = { clusterName: '', nodeName: '', text: '' };

function placeText({ clusterName, nodeName }: LogPlace): string {
  if (lastPlace.clusterName !== clusterName || lastPlace.nodeName !== nodeName || lastPlace.text === '') {
    lastPlace.text = `"cluster.name": ${printableJson(clusterName)}, "node.name": ${printableJson(nodeName)}`;
    Object.assign(lastPlace, { clusterName, nodeName });
  }
  return lastPlace.text;
}

const lastStamp = { now: Number.NaN, text: '' };

/** Lines often come several in a millisecond, and each is written twice. */
function stampOf(now: number): string {
  if (lastStamp.now !== now) {
    lastStamp.now = now;
    lastStamp.text = new Date(now).toISOString().replace('.', ',');
  }
  return lastStamp.text;
}

/** A field does not pass for a member that every line has. */
const taken: ReadonlySet<string> = new Set([
  'type',
  'timestamp',
  'level',
  'component',
  'cluster.name',
  'node.name',
  'message',
]);

/** Names are few, and written in each line. */
const memberNames = new Map<string, string>();
const NAMES_KEPT = 200;

function memberName(name: string): string {
  let text = memberNames.get(name);
  if (text === undefined) {
    text = `, ${printableJson(taken.has(name) ? `field.${name}` : name)}: `;
    if (memberNames.size < NAMES_KEPT) memberNames.set(name, text);
  }
  return text;
}

function fieldText(value: unknown): string {
  if (value === undefined) return '';
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
}

/** Fields after the message of a plain line: `name=value`, in quotes where a value could be taken for more of the line. */
export function fieldPairs(fields: Readonly<Record<string, unknown>>): string {
  return Object.entries(fields)
    .map(([name, value]) => `${name}=${quoted(value instanceof Error ? traceOf(value) : fieldText(value))}`)
    .join(' ');
}

function quoted(text: string): string {
  return text === '' || /[\s\p{Cc}="]/u.test(text) ? JSON.stringify(text) : text;
}

export function traceOf(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : fieldText(error);
}

function stackOf(error: unknown): string[] {
  return traceOf(error)
    .split('\n')
    .map((line) => printableJson(line.trim()));
}
