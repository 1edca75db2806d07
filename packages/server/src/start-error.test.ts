import { DiskError } from '@sextant/base';
import { apiError } from '@sextant/contract';
import { expect, test } from 'vitest';
import { ConfigError, Settings } from './config/settings.ts';
import { startErrorText } from './start-error.ts';

const settings = Settings.of([{ name: 'path.data', value: '/srv/data', origin: 'test' }]);

function nodeError(code: string): Error {
  return Object.assign(new Error(code), { code });
}

test.each([
  [nodeError('EADDRINUSE'), /^The port 127\.0\.0\.1:9200 is in use by another process: .*--port\.$/],
  [nodeError('EACCES'), /^This user may not listen on 127\.0\.0\.1:9200: .*--port\.$/],
  [nodeError('EADDRNOTAVAIL'), /--host\.$/],
  [
    new DiskError('denied', '/srv/data', 'EACCES'),
    /^The data folder \/srv\/data is not writable: .*--data\.$/,
  ],
  [new DiskError('no_space', '/srv/data', 'ENOSPC'), /^The data folder \/srv\/data is on a full disk: /],
  [
    new DiskError('exists', '/srv/data', 'the data directory is in use by process 7'),
    /^The data directory is in use by process 7\.$/,
  ],
  [
    new DiskError('exists', '/srv/data', "EEXIST: file already exists, mkdir '/srv/data'"),
    /^The data folder \/srv\/data is a file: choose another with --data\.$/,
  ],
  [new ConfigError('--port needs a value'), /^--port needs a value\.$/],
  [new ConfigError('unknown flag [--prot] -> did you mean [--port]?'), /\[--port\]\?$/],
  [apiError('illegal_state_exception', 'not ready'), /^Sextant cannot start: not ready$/],
])('%s is told in one sentence', (error, sentence) => {
  const text = startErrorText(error, settings);
  expect(text).toMatch(sentence);
  expect(text).not.toContain('\n');
});
