import type { Log } from '@sextant/base';
import type { IndexSettingChanges } from './index-setting-changes.ts';
import type { SettingText } from './setting-type.ts';

const shownMax = 200;

/** A line for each setting that has changed: who looks for the cause of a change finds its time here. */
export function logIndexSettings(changes: IndexSettingChanges, log: Log): void {
  changes.onChange('index.*', ({ index, name, isUpdate, texts: [before, after] }) => {
    if (isUpdate) logSetting(log, 'index.settings', name, { index: index.name, before, after });
  });
}

interface Changed {
  readonly index?: string;
  readonly before: SettingText | undefined;
  readonly after: SettingText | undefined;
}

export function logSetting(
  log: Log,
  component: string,
  name: string,
  { before, after, ...where }: Changed,
): void {
  log.log('info', component, `updating [${name}]`, { ...where, from: shown(before), to: shown(after) });
}

function shown(text: SettingText | undefined): string {
  const whole = text === undefined ? '' : String(text);
  return whole.length > shownMax ? `${whole.slice(0, shownMax)}…` : whole;
}
