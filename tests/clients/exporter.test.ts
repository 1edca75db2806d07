import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { freePort, startService } from '../support/service.ts';
import { installExporter } from './install.ts';

/** All collectors but those of snapshots and their policies, which are not there yet. */
const collectors = [
  ...['--es.all', '--es.indices', '--es.indices_settings', '--es.indices_mappings', '--es.aliases'],
  ...['--es.cluster_settings', '--es.shards', '--es.data_stream', '--collector.cluster-info'],
];

/** What dashboards show, each with a value above 0 after a document was written and searched. */
const shown = [
  'elasticsearch_cluster_health_active_primary_shards',
  'elasticsearch_indices_docs',
  'elasticsearch_indices_indexing_index_total',
  'elasticsearch_indices_search_query_total',
  'elasticsearch_jvm_memory_used_bytes',
  'elasticsearch_filesystem_data_size_bytes',
  'elasticsearch_os_load1',
  'elasticsearch_process_cpu_seconds_total',
  'elasticsearch_thread_pool_largest_count',
  'elasticsearch_breakers_limit_size_bytes',
  'elasticsearch_index_stats_indexing_index_total',
  'elasticsearch_data_stream_backing_indices_total',
];

async function metricsOf(url: string): Promise<string> {
  for (let round = 0; round < 200; round++) {
    const answer = await fetch(`${url}/metrics`).catch(() => undefined);
    if (answer?.ok === true) return answer.text();
    await setTimeout(50);
  }
  throw new Error('the exporter did not answer');
}

const program = installExporter();

test.skipIf(program === undefined)(
  'elasticsearch_exporter 1.5 reads all that it asks for, without a warning in its log',
  { timeout: 400_000 },
  async () => {
    const service = await startService({ security: false });
    const send = (method: string, path: string, body: object) =>
      fetch(service.url + path, {
        method,
        body: JSON.stringify(body),
        headers: { 'content-type': 'application/json' },
      });
    await send('PUT', '/_index_template/ds', { index_patterns: ['ds-*'], data_stream: {} });
    await send('POST', '/ds-logs/_doc', { '@timestamp': '2026-01-01' });
    await send('PUT', '/plain/_doc/1?refresh=true', { a: 1 });
    await send('POST', '/plain/_search', {});
    const address = `127.0.0.1:${await freePort()}`;
    const args = [`--es.uri=${service.url}`, ...collectors, `--web.listen-address=${address}`];
    const exporter = spawn(program!, args, { stdio: ['ignore', 'pipe', 'pipe'] });
    let log = '';
    exporter.stderr.on('data', (chunk: Buffer) => (log += chunk.toString()));
    try {
      const text = await metricsOf(`http://${address}`);
      const values = [...text.matchAll(/^(\w+?)(?:\{.*\})? (\S+)$/gm)].map(([, name = '', value]) => {
        return [name, Number(value)] as const;
      });
      for (const [name, value] of values) {
        if (name.endsWith('_up')) expect([name, value]).toEqual([name, 1]);
        if (name.includes('parse_failures')) expect([name, value]).toEqual([name, 0]);
      }
      for (const name of shown) {
        const most = Math.max(...values.filter(([found]) => found === name).map(([, value]) => value));
        expect([name, most > 0]).toEqual([name, true]);
      }
      expect(log).not.toMatch(/level=(?:warn|error)/);
    } finally {
      exporter.kill();
      await once(exporter, 'exit');
      await service.stop();
    }
  },
);
