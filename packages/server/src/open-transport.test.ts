import { createServer } from 'node:net';
import { FakeClock, MemoryLog } from '@sextant/base/testing';
import { expect, test } from 'vitest';
import type { Backend } from './backend/backend.ts';
import { checkSettings } from './config/check-settings.ts';
import { Settings } from './config/settings.ts';
import { transportAddress } from './config/transport-address.ts';
import { openTransport } from './open-transport.ts';

const identity = { clusterName: 'c', clusterUuid: 'C', nodeName: 'n', nodeId: 'N' };
const backend: Backend = {
  start: async () => {},
  status: () => ({ kind: 'embedded', ready: true }),
  identity: async () => identity,
  handle: () => expect.unreachable(),
  stop: async () => {},
};

function settingsOf(given: Readonly<Record<string, string>>): Settings {
  const all = { 'security.enabled': 'false', ...given };
  return Settings.of(Object.entries(all).map(([name, value]) => ({ name, value, origin: 'test' })));
}

const open = (given: Readonly<Record<string, string>>, log = new MemoryLog()) =>
  openTransport({ settings: settingsOf(given), backend, clock: new FakeClock(), log, tls: undefined });

test('other clusters may call only where a setting says so', async () => {
  expect(await open({})).toBe(undefined);
  const log = new MemoryLog();
  const transport = await open({ 'transport.port': '0' }, log);
  expect(log.entries).toMatchObject([
    {
      level: 'info',
      message: 'other clusters may call',
      fields: { host: '127.0.0.1', port: transport?.port },
    },
  ]);
  await transport?.close();
});

test('ports are one or a range, by default that of OpenSearch', () => {
  const ports = (given: Readonly<Record<string, string>>) => transportAddress(settingsOf(given))?.ports;
  expect(ports({ 'transport.port': '9301' })).toEqual([9301]);
  expect(ports({ 'transport.port': '9301-9303' })).toEqual([9301, 9302, 9303]);
  expect(ports({ 'transport.host': 'localhost' })).toHaveLength(101);
  for (const text of ['', 'x', '1-', '2-1', '1-2-3', '65536', '-1', '1,2']) {
    expect(() => ports({ 'transport.port': text }), text).toThrow(
      `[transport.port] must be a port from 0 to 65535 or a range such as 9300-9400 and not [${text}]`,
    );
  }
});

test('a port that another process has is named', async () => {
  const other = createServer();
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
  const { port } = other.address() as { port: number };
  await expect(open({ 'transport.port': `${port}` })).rejects.toThrow(
    `The port 127.0.0.1:${port} of transport.port is in use by another process: stop it, or choose another port.`,
  );
  other.close();
});

test.each([
  [{ 'security.ssl.transport.cert_file': '/c' }, 'go together; only one of them is given'],
  [{ 'transport.host': '0.0.0.0' }, '[transport.host] is [0.0.0.0], which is reachable from other machines'],
  [{ backend: 'opensearch', 'opensearch.url': 'http://h:1' }, 'are for the embedded backend: leave them out'],
])('a transport that would be open to others, or serve nobody, is refused: %j', (given, reason) => {
  const settings = settingsOf({ 'transport.port': '0', ...given });
  expect(() => checkSettings(settings)).toThrow(reason);
});
