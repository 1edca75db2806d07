import { expect, test } from 'vitest';
import { compactJson } from '../../../wire/json-writer.ts';
import { BootstrapProgress } from './follower-figures.ts';

test('the percents of files that come are floats, also where they are whole', () => {
  const progress = new BootstrapProgress(1_000);
  const shown = () => compactJson(progress.body(1_120)).toString();
  expect(shown()).toBe(
    '{"bytes_total":0,"bytes_recovered":0,"bytes_percent":0.0,"files_total":0,"files_recovered":0,' +
      '"files_percent":0.0,"start_time":1000,"running_time":120}',
  );
  Object.assign(progress, { bytesTotal: 300, bytesRecovered: 100, filesTotal: 4, filesRecovered: 4 });
  expect(shown()).toContain('"bytes_percent":33.333332,');
  expect(shown()).toContain('"files_percent":100.0,');
});
