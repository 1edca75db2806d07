import { expect, test } from 'vitest';
import { SourceWindow, SourceWindows } from './source-window.ts';

test('windows that were not used for long go when there are too many, and only those', () => {
  const [a, b, c] = [1, 2, 3].map((bytes) => new SourceWindow(new Uint8Array(bytes)));
  const gone: string[] = [];
  const windows = new SourceWindows(a!.byteLength * 2 + 10);
  windows.use(a!, () => gone.push('a'));
  windows.use(b!, () => gone.push('b'));
  windows.use(a!, () => gone.push('a'));
  windows.use(c!, () => gone.push('c'));
  expect(gone).toEqual(['b']);
  expect(windows.byteLength).toBe(a!.byteLength + c!.byteLength);
  windows.close(a!);
  windows.close(a!);
  windows.use(b!, () => gone.push('b'));
  expect(gone).toEqual(['b']);
  expect(windows.byteLength).toBe(b!.byteLength + c!.byteLength);
});

test('one window may be larger than all are to be together', () => {
  const windows = new SourceWindows(10);
  const window = new SourceWindow(new Uint8Array(100));
  windows.use(window, () => expect.unreachable());
  expect(windows.byteLength).toBe(window.byteLength);
});
