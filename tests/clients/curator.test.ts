import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Service, startService } from '../support/service.ts';
import { installCurator } from './install.ts';

const folder = mkdtempSync(join(tmpdir(), 'sextant-curator-'));
let service: Service;
beforeAll(async () => {
  service = await startService();
});
afterAll(async () => {
  await service.stop();
  rmSync(folder, { recursive: true, force: true });
});

async function call(method: string, path: string, body?: object): Promise<unknown> {
  const init = body === undefined ? {} : { body: JSON.stringify(body) };
  const answer = await service.fetch(path, {
    method,
    ...init,
    headers: { 'content-type': 'application/json' },
  });
  expect(answer.ok, path).toBe(true);
  return answer.json();
}

const logs = { filtertype: 'pattern', kind: 'prefix', value: 'cu-log' };
const only = (name: string) => ({ filtertype: 'pattern', kind: 'regex', value: `^${name}$` });
const waiting = { wait_for_completion: true, wait_interval: 1, max_wait: 30 };

/** What operators have it do night by night. */
const actions = [
  {
    action: 'create_index',
    options: { name: 'cu-new', extra_settings: { settings: { number_of_shards: 4, number_of_replicas: 0 } } },
  },
  { action: 'alias', options: { name: 'cu-alias' }, add: { filters: [logs] } },
  { action: 'forcemerge', options: { max_num_segments: 1, delay: 0 }, filters: [logs] },
  { action: 'replicas', options: { count: 0, ...waiting }, filters: [logs] },
  { action: 'close', options: {}, filters: [only('cu-log-1')] },
  { action: 'open', options: {}, filters: [{ filtertype: 'closed', exclude: false }, logs] },
  {
    action: 'index_settings',
    options: { index_settings: { index: { refresh_interval: '5s' } } },
    filters: [only('cu-log-2')],
  },
  { action: 'rollover', options: { name: 'cu-roll', conditions: { max_docs: 1 } } },
  {
    action: 'shrink',
    options: {
      shrink_node: 'DETERMINISTIC',
      node_filters: { permit_masters: true },
      number_of_shards: 2,
      number_of_replicas: 0,
      shrink_suffix: '-small',
      delete_after: true,
      ...waiting,
    },
    filters: [only('cu-new')],
  },
  { action: 'allocation', options: { key: 'box', value: 'a', allocation_type: 'require' }, filters: [logs] },
  { action: 'cluster_routing', options: { routing_type: 'allocation', setting: 'enable', value: 'all' } },
  {
    action: 'reindex',
    options: { request_body: { source: { index: 'cu-log-2' }, dest: { index: 'cu-copied' } }, ...waiting },
    filters: [{ filtertype: 'none' }],
  },
  {
    action: 'delete_indices',
    options: {},
    filters: [
      only('cu-log-3'),
      { filtertype: 'age', source: 'creation_date', direction: 'younger', unit: 'days', unit_count: 1 },
    ],
  },
];

test('curator 5.8 does its work, without an error in its log', { timeout: 400_000 }, async () => {
  const home = installCurator();
  for (const number of [1, 2, 3]) {
    for (const id of [1, 2, 3, 4]) await call('PUT', `/cu-log-${number}/_doc/${id}?refresh=true`, { n: id });
  }
  const settings = { number_of_replicas: 0 };
  await call('PUT', '/_template/cu', { index_patterns: ['cu-roll*', 'cu-copied'], settings });
  await call('PUT', '/cu-roll-000001', { aliases: { 'cu-roll': { is_write_index: true } } });
  await call('PUT', '/cu-roll/_doc/1?refresh=true', {});
  const config = {
    client: {
      hosts: ['127.0.0.1'],
      port: service.port,
      username: 'admin',
      password: service.password,
    },
    logging: { loglevel: 'INFO' },
  };
  const numbered = Object.fromEntries(actions.map((action, at) => [String(at + 1), action]));
  // Both are YAML, of which JSON is a part.
  writeFileSync(join(folder, 'config.yml'), JSON.stringify(config));
  writeFileSync(join(folder, 'actions.yml'), JSON.stringify({ actions: numbered }));
  const command = ['-W', 'ignore', join(home, 'bin', 'curator'), '--config', join(folder, 'config.yml')];
  const done = spawnSync('python3', [...command, join(folder, 'actions.yml')], {
    encoding: 'utf8',
    timeout: 90_000,
    env: { ...process.env, PYTHONPATH: home, PYTHONDONTWRITEBYTECODE: '1', LC_ALL: 'C.UTF-8' },
  });
  const printed = done.stdout + done.stderr;
  expect(printed).not.toMatch(/ERROR|CRITICAL|Traceback/);
  for (const at of actions.keys()) expect(printed).toMatch(new RegExp(`Action ID: ${at + 1}, .* completed`));
  expect(done.status).toBe(0);
  const left = (await call('GET', '/_cat/indices/cu-*?h=index,pri,rep&s=index&format=json')) as object[];
  expect(left).toEqual([
    { index: 'cu-copied', pri: '1', rep: '0' },
    { index: 'cu-log-1', pri: '1', rep: '0' },
    { index: 'cu-log-2', pri: '1', rep: '0' },
    { index: 'cu-new-small', pri: '2', rep: '0' },
    { index: 'cu-roll-000001', pri: '1', rep: '0' },
    { index: 'cu-roll-000002', pri: '1', rep: '0' },
  ]);
});
