import { RawJson } from '@sextant/contract';
import { type AnswerTree, membersOf } from './answer-tree.ts';
import { ByteSink, type Room } from './byte-sink.ts';
import { scalarJson } from './json-writer.ts';
import { RawJsonCopy } from './raw-json-copy.ts';
import type { Turns } from './turns.ts';

const LINE_FEED = 0x0a;

/** So many bytes are gone through in some milliseconds. */
const PER_TURN = 1 << 17;

/** JSON as Jackson indents it: two spaces, `"a" : 1`, `[ ]` and `{ }` for nothing; ends with a line feed. Throws as `room`. */
export function* prettyJson(tree: AnswerTree, room?: Room): Turns<Buffer> {
  const sink = new ByteSink(room);
  if (tree instanceof RawJson) {
    const copy = new RawJsonCopy(tree.bytes, sink, 'pretty');
    for (let until = PER_TURN; !copy.some(0, until); until = copy.at + PER_TURN) yield;
  } else write(tree, sink, 0);
  sink.byte(LINE_FEED);
  return sink.finish();
}

function write(tree: AnswerTree, sink: ByteSink, level: number): void {
  if (tree instanceof RawJson) {
    new RawJsonCopy(tree.bytes, sink, 'pretty').value(level);
    return;
  }
  const scalar = scalarJson(tree);
  if (scalar !== undefined) sink.text(scalar);
  else if (Array.isArray(tree)) writeList(tree as readonly AnswerTree[], sink, level);
  else writeObject(membersOf(tree)!, sink, level);
}

function writeList(items: readonly AnswerTree[], sink: ByteSink, level: number): void {
  if (items.length === 0) {
    sink.text('[ ]');
    return;
  }
  for (const [i, item] of items.entries()) {
    sink.text(i === 0 ? '[' : ',');
    sink.line(level + 1);
    write(item, sink, level + 1);
  }
  sink.line(level);
  sink.text(']');
}

function writeObject(members: readonly [string, AnswerTree][], sink: ByteSink, level: number): void {
  if (members.length === 0) {
    sink.text('{ }');
    return;
  }
  for (const [i, [key, value]] of members.entries()) {
    sink.text(i === 0 ? '{' : ',');
    sink.line(level + 1);
    sink.text(`${JSON.stringify(key)} : `);
    write(value, sink, level + 1);
  }
  sink.line(level);
  sink.text('}');
}
