import type { LogPlace, LogRecord } from './log-record.ts';
import { printable, printableJson } from './printable.ts';

/** `[2026-11-21T17:22:53,123][INFO ][http.server              ] [node] text`, with its line feed. */
export function plainLine(record: LogRecord, { nodeName }: LogPlace, now: number): string {
  const { level, component, message, tail, error } = record;
  const stamp = new Date(now).toISOString().slice(0, -1).replace('.', ',');
  const text = printable(tail === undefined ? message : `${message} ${tail}`);
  const trace = error === undefined ? '' : `\n${printable(traceOf(error))}`;
  return `[${stamp}][${level.padEnd(5)}][${component.padEnd(25)}] [${nodeName}] ${text}${trace}\n`;
}

/**
 * One object, its members in OpenSearch's order and spacing, all values texts; a stack trace goes on in lines of its own. Ends with its line
 * feed.
 */
export function jsonLine(record: LogRecord, place: LogPlace, now: number): string {
  const { kind, level, component, message, fields, error } = record;
  const stamp = new Date(now).toISOString().replace('.', ',');
  const members: [string, string][] = [
    ['type', kind],
    ['timestamp', stamp],
    ['level', level],
    ['component', component],
    ['cluster.name', place.clusterName],
    ['node.name', place.nodeName],
    ['message', message],
  ];
  for (const [name, value] of Object.entries(fields ?? {})) {
    const text = fieldText(value);
    // A field does not pass for a member that every line has.
    const isTaken = members.some(([known]) => known === name);
    if (text !== '') members.push([isTaken ? `field.${name}` : name, text]);
  }
  const known = place.clusterUuid !== undefined;
  if (known) members.push(['cluster.uuid', place.clusterUuid!]);
  if (place.nodeId !== undefined) members.push(['node.id', place.nodeId]);
  const parts = members.map(([name, value]) => `${printableJson(name)}: ${printableJson(value)}`);
  if (error !== undefined) parts.push(`"stacktrace": [${stackOf(error).join(',\n')}]`);
  return `{${parts.join(', ')}${known ? '  ' : ' '}}\n`;
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
