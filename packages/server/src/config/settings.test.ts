import { expect, test } from 'vitest';
import { checkSettings } from './check-settings.ts';
import { helpText, parseCommandLine, parseEnvironment } from './command-line.ts';
import { type GivenSetting, Settings } from './settings.ts';
import { parseSettingsFile } from './settings-file.ts';

function flags(...args: string[]): readonly GivenSetting[] {
  const command = parseCommandLine(args);
  if (command.kind !== 'serve') throw new Error(`not a start: ${command.kind}`);
  return command.given;
}

test('what nobody gives has its default', () => {
  const settings = Settings.of([]);
  expect(settings.get('http.port')).toBe(9200);
  expect(settings.get('http.max_content_length')).toBe(100 * 1024 * 1024);
  expect(settings.get('security.enabled')).toBe(true);
  expect(settings.get('node.name')).toBeUndefined();
  expect(settings.get('path.repo')).toEqual([]);
});

test('attributes of the node are kept, and settings of other systems are told of or have a name here', () => {
  const file = parseSettingsFile(
    'node.attr.zone: a\nnode.roles: [data]\ndiscovery.type: single-node\nbootstrap.memory_lock: true\nnetwork.host: _local_\npath.data: [one]\n',
    'sextant.yml',
  );
  const settings = Settings.of(file);
  expect([...settings.nodeAttributes]).toEqual([['zone', 'a']]);
  expect(settings.meaningless.map(({ name }) => name)).toEqual([
    'node.roles',
    'discovery.type',
    'bootstrap.memory_lock',
  ]);
  expect(settings.meaningless[1]).toEqual({
    name: 'discovery.type',
    origin: 'sextant.yml',
    why: 'there is one node',
  });
  expect(settings.get('http.host')).toBe('127.0.0.1');
  expect(settings.get('path.data')).toEqual(['one']);
});

test('what files of OpenSearch hold beside, is told to mean nothing; a misspelt name is not', () => {
  const given = (name: string) => Settings.of([{ name, value: '1', origin: 'opensearch.yml' }]);
  const reasons = [
    'cluster.routing.allocation.balance.shard',
    'cluster.remote_store.state.enabled',
    'monitor.jvm.gc.overhead.warn',
    'indices.recovery.max_concurrent_file_chunks',
    'http.max_header_size',
    'http.tcp.no_delay',
    'thread_pool.force_merge.size',
    'indices.breaker.fielddata.limit',
  ].map((name) => given(name).meaningless[0]?.why);
  expect(reasons).toEqual([
    'there is one node',
    'there is no such feature',
    'what is measured, and when, is fixed',
    'there is one node',
    'the limit is fixed',
    'connections are those of the runtime',
    'work of this kind has no pool of its own that could be set',
    'the files are others, and memory is managed otherwise',
  ]);
  for (const name of ['thread_pool.serach.size', 'http.max_content_lenght', 'indices.recovery.max_byte']) {
    expect(() => given(name), name).toThrow(/unknown setting/);
  }
  // What would change answers is not passed over.
  expect(() => given('rest.action.multi.allow_explicit_index')).toThrow(/unknown setting/);
});

test('several addresses, and names that no system has, are refused', () => {
  const given = (name: string, value: string | readonly string[]) => () =>
    Settings.of([{ name, value, origin: 'sextant.yml' }]);
  expect(given('http.host', ['a', 'b'])).toThrow(
    'sextant.yml: [http.host] takes one address, and not [a, b]',
  );
  expect(given('node.attr.', 'x')).toThrow('unknown setting [node.attr.]');
  expect(given('htp.port', '1')).toThrow(/-> did you mean .*http\.port/);
});

test('a flag goes before the environment, that before the file', () => {
  const file = parseSettingsFile(
    'http:\n  port: 1\n  host: 127.0.0.2\ncluster.name: from-file\n',
    'sextant.yml',
  );
  const environment = parseEnvironment({
    SEXTANT_HTTP_PORT: '2',
    SEXTANT_CLUSTER_NAME: 'from-env',
    PATH: '/bin',
  });
  const settings = Settings.of([...file, ...environment, ...flags('--port', '3')]);
  expect(settings.get('http.port')).toBe(3);
  expect(settings.get('cluster.name')).toBe('from-env');
  expect(settings.get('http.host')).toBe('127.0.0.2');
});

test('flags are given with a space or an equals sign, any setting with -E', () => {
  const settings = Settings.of(
    flags('--host=127.0.0.3', '--data', '/d', '-E', 'node.name=n=1', '-Epath.repo=/a,/b', '--no-security'),
  );
  expect(settings.get('http.host')).toBe('127.0.0.3');
  expect(settings.get('path.data')).toEqual(['/d']);
  expect(settings.get('node.name')).toBe('n=1');
  expect(settings.get('path.repo')).toEqual(['/a', '/b']);
  expect(settings.get('security.enabled')).toBe(false);
});

test('the file may be nested or dotted, and its lists are lists', () => {
  const given = parseSettingsFile('path:\n  repo: [/a, /b]\n"http.port": 9300\nnode:\n  name:\n', 'f.yml');
  expect(given).toEqual([
    { name: 'path.repo', value: ['/a', '/b'], origin: 'f.yml' },
    { name: 'http.port', value: '9300', origin: 'f.yml' },
  ]);
  expect(parseSettingsFile('', 'f.yml')).toEqual([]);
});

test('a broken file is refused with its line', () => {
  expect(() => parseSettingsFile('a: 1\nb: [', 'f.yml')).toThrow(/^f\.yml line \d/);
  expect(() => parseSettingsFile('- a', 'f.yml')).toThrow('f.yml: settings are written as name: value');
});

test.each([
  [['-E', 'http.prot=1'], '-E: unknown setting [http.prot] -> did you mean any of [http.port, http.host]?'],
  [['--prot', '1'], 'unknown flag [--prot] -> did you mean [--port]?; --help lists all'],
  [['--port'], '--port needs a value'],
  [['--port', '70000'], '--port: [http.port] must be a whole number from 0 to 65535 and not [70000]'],
  [['-E', 'http.compression=yes'], '-E: [http.compression] must be true or false and not [yes]'],
  [['--backend', 'lucene'], '--backend: [backend] must be one of embedded, opensearch and not [lucene]'],
  [
    ['-E', 'http.max_content_length=10q'],
    '-E: [http.max_content_length] must be a size such as 100mb and not [10q]',
  ],
  [['-E', 'node.lock_wait=soon'], '-E: [node.lock_wait] must be a time such as 10s and not [soon]'],
  [['-E', 'node.lock_wait=-1'], '-E: [node.lock_wait] must be a time such as 10s and not [-1]'],
  [['-E', 'novalue'], '-E takes name=value and not [novalue]'],
  [['serve'], 'unknown argument [serve]'],
  [['check'], 'sextant check takes one argument: the data folder'],
])('%j is refused with a sentence', (args, sentence) => {
  expect(() => Settings.of(flags(...args))).toThrow(sentence);
});

test('a variable of ours that no setting has is refused', () => {
  expect(() => parseEnvironment({ SEXTANT_HTTP_PROT: '1' })).toThrow(
    'unknown environment variable [SEXTANT_HTTP_PROT] -> did you mean [SEXTANT_HTTP_PORT]?',
  );
  expect(parseEnvironment({ SEXTANT_TEST_OPENSEARCH_URL: 'x', SEXTANT_ADMIN_PASSWORD: 'p' })).toEqual([
    { name: 'security.admin_password', value: 'p', origin: 'SEXTANT_ADMIN_PASSWORD' },
  ]);
});

test.each([
  [['--host', '0.0.0.0'], 'reachable from other machines, so passwords would travel in the open'],
  [['--host', '0.0.0.0', '--no-security'], '--no-security is for a loopback address only'],
  [['-E', 'http.tls.key=/k'], 'go together'],
  [['--backend', 'opensearch'], 'needs --opensearch-url'],
  [['--backend', 'opensearch', '--opensearch-url', 'localhost:9200'], 'must be an http or https address'],
])('%j do not go together', (args, sentence) => {
  expect(() => checkSettings(Settings.of(flags(...args)))).toThrow(sentence);
});

test('loopback without security, and other addresses with TLS, are fine', () => {
  checkSettings(Settings.of(flags('--no-security', '--host', '::1')));
  checkSettings(
    Settings.of(flags('--host', '0.0.0.0', '-E', 'http.tls.key=/k', '-E', 'http.tls.certificate=/c')),
  );
});

test('help names every flag and every setting', () => {
  const text = helpText('1.2.3');
  for (const word of [
    '--host',
    '--port',
    '--data',
    '--config',
    '--backend',
    '--opensearch-url',
    '--no-security',
    '-E NAME=VALUE',
  ]) {
    expect(text).toContain(word);
  }
  expect(text).toContain('sextant check DATA');
  expect(text).toContain('path.repo');
});

test('other commands are told apart', () => {
  expect(parseCommandLine(['--version'])).toEqual({ kind: 'version' });
  expect(parseCommandLine(['--port', '1', '--help'])).toEqual({ kind: 'help' });
  expect(parseCommandLine(['check', '/d'])).toEqual({ kind: 'check', directories: ['/d'] });
});

test('reset-password takes a user and the flags of the service, and listens nowhere', () => {
  const command = parseCommandLine(['reset-password', 'ada', '--data', '/d', '--host', '0.0.0.0']);
  expect(command).toMatchObject({ kind: 'reset-password', user: 'ada' });
  if (command.kind !== 'reset-password') throw new Error('not that command');
  const settings = Settings.of(command.given);
  expect(['http.host', 'http.port', 'path.data'].map((name) => settings.get(name as 'http.host'))).toEqual([
    '127.0.0.1',
    0,
    ['/d'],
  ]);
  expect(parseCommandLine(['reset-password'])).toMatchObject({ user: 'admin' });
  expect(() => parseCommandLine(['reset-password', 'a', 'b'])).toThrow('unknown argument [b]');
});
