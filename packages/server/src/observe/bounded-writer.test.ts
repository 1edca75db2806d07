import { Writable } from 'node:stream';
import { FakeClock } from '@sextant/base/testing';
import { expect, test } from 'vitest';
import { BoundedWriter } from './bounded-writer.ts';

/** A disk that takes a line only when told. */
function slowDisk(gatherMs = 0) {
  const lines: string[] = [];
  const waiting: ((error?: Error) => void)[] = [];
  let opened = 0;
  const open = (): Writable => {
    opened++;
    return new Writable({
      decodeStrings: false,
      write: (chunk: string | Buffer, _, done) => {
        waiting.push((error) => {
          if (error === undefined) lines.push(String(chunk));
          done(error);
        });
      },
    });
  };
  const errors: string[] = [];
  const clock = new FakeClock();
  const writer = new BoundedWriter({
    open,
    waitingBytesMax: 10,
    droppedLine: (count) => `${count} dropped\n`,
    onError: ({ message }) => errors.push(message),
    clock,
    gatherMs,
  });
  const take = async (error?: Error) => {
    for (const done of waiting.splice(0)) done(error);
    await new Promise((resume) => setImmediate(resume));
  };
  return { writer, lines, errors, take, clock, openedTimes: () => opened };
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
  const { writer, lines, errors, take, clock, openedTimes } = slowDisk();
  writer.write('one\n');
  await take(new Error('disk full'));
  writer.write('two\n');
  expect([errors, openedTimes()]).toEqual([['disk full'], 1]);
  clock.advance(30_000);
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
    clock: new FakeClock(),
    gatherMs: 0,
  });
  writer.write('one\n');
  writer.write('two\n');
  await writer.close();
  expect(errors).toEqual(['no rights']);
});

test('lines that come soon after one another are written together, the first at once', async () => {
  const { writer, lines, take, clock } = slowDisk(100);
  for (const text of ['a\n', 'b\n', 'c\n']) writer.write(text);
  while (lines.length < 1) await take();
  clock.advance(99);
  await take();
  expect(lines).toEqual(['a\n']);
  clock.advance(1);
  while (lines.length < 2) await take();
  writer.write('d\n');
  clock.advance(100);
  while (lines.length < 3) await take();
  clock.advance(100);
  writer.write('e\n');
  while (lines.length < 4) await take();
  expect(lines).toEqual(['a\n', 'b\nc\n', 'd\n', 'e\n']);
});

test('gathered lines count among those that wait, are lost with their file, and are written at the end', async () => {
  const { writer, lines, take, clock } = slowDisk(100);
  for (const text of ['a\n', 'bbbbbb\n', 'cccc\n']) writer.write(text);
  await take(new Error('disk full'));
  clock.advance(30_000);
  writer.write('d\n');
  const closing = writer.close();
  while (lines.length < 2) await take();
  await closing;
  expect(lines).toEqual(['2 dropped\n', 'd\n']);
});
