import { expect, test } from 'vitest';
import { deviceIo, ioSince } from './device-io.ts';

const table = (writes: number): string =>
  `   8       0 sda 9 9 9 9 9 9 9 9 9 9 9
   8       1 sda1 10 1 200 30 ${writes} 2 400 50 0 60 80 0 0 0 0
`;

test('figures of a device are those of its line, in kilobytes', () => {
  expect(deviceIo('/dev/sda1', table(20))).toEqual({
    device: 'sda1',
    reads: 10,
    readKilobytes: 100,
    readMs: 30,
    writes: 20,
    writeKilobytes: 200,
    writeMs: 50,
    busyMs: 60,
    queueMs: 80,
  });
  expect(deviceIo('overlay', table(20))).toBeUndefined();
});

test('what a device did between two looks is told', () => {
  const [before, now] = [deviceIo('/dev/sda1', table(20))!, deviceIo('/dev/sda1', table(25))!];
  expect(ioSince(before, now)).toMatchObject({ device: 'sda1', writes: 5, reads: 0, busyMs: 0 });
});
