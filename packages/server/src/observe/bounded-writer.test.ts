import { Writable } from 'node:stream';
import { expect, test } from 'vitest';
import { BoundedWriter } from './bounded-writer.ts';

/** A disk that takes a line only when told. */
function slowDisk() {
  const lines: string[] = [];
  const waiting: ((error?: Error) => void)[] = [];
  let opened = 0;
  const open = (): Writable => {
    opened++;
    return new Writable({
      decodeStrings: false,
      write: (chunk: string, _, done) => {
        waiting.push((error) => {
          if (error === undefined) lines.push(chunk);
          done(error);
        });
      },
    });
  };
  const errors: string[] = [];
  const time = { ms: 0 };
  const writer = new BoundedWriter({
    open,
    waitingBytesMax: 10,
    droppedLine: (count) => `${count} dropped\n`,
    onError: ({ message }) => errors.push(message),
    nowMs: () => time.ms,
  });
  const take = async (error?: Error) => {
    for (const done of waiting.splice(0)) done(error);
    await new Promise((resume) => setImmediate(resume));
  };
  return { writer, lines, errors, take, time, openedTimes: () => opened };
}

test('what the disk does not take in time is dropped, counted, and told when it takes lines again', async () => {
  const { writer, lines, take } = slowDisk();
  for (const text of ['one\n', 'two\n', 'three\n', 'four\n']) writer.write(text);
  while (lines.length < 2) await take();
  writer.write('five\n');
  while (lines.length < 4) await take();
  expect(lines).toEqual(['one\n', 'two\n', '2 dropped\n', 'five\n']);
});

test('closing waits for what was taken; nothing is taken after it', async () => {
  const { writer, lines, take } = slowDisk();
  writer.write('one\n');
  writer.write('two\n');
  let isClosed = false;
  const closing = writer.close().then(() => {
    isClosed = true;
  });
  await new Promise((resume) => setImmediate(resume));
  expect(isClosed).toBe(false);
  while (lines.length < 2) await take();
  await closing;
  writer.write('three\n');
  expect(lines).toEqual(['one\n', 'two\n']);
});

test('a file that failed is told once, left alone for a while and opened again', async () => {
  const { writer, lines, errors, take, time, openedTimes } = slowDisk();
  writer.write('one\n');
  await take(new Error('disk full'));
  writer.write('two\n');
  expect([errors, openedTimes()]).toEqual([['disk full'], 1]);
  time.ms = 30_000;
  writer.write('three\n');
  while (lines.length < 2) await take();
  expect([lines, openedTimes()]).toEqual([['1 dropped\n', 'three\n'], 2]);
});

test('a folder that cannot be made is a failure like others', async () => {
  const errors: string[] = [];
  const writer = new BoundedWriter({
    open: () => {
      throw new Error('no rights');
    },
    waitingBytesMax: 10,
    droppedLine: () => '',
    onError: ({ message }) => errors.push(message),
    nowMs: () => 0,
  });
  writer.write('one\n');
  writer.write('two\n');
  await writer.close();
  expect(errors).toEqual(['no rights']);
});
