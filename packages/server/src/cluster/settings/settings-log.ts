import type { Log } from '@sextant/base';
import type { IndexSettingChanges } from './index-setting-changes.ts';
import type { SettingText } from './setting-type.ts';

const shownMax = 200;
/** Each line is written before anything else is done. */
const LINES_MAX = 100;

/** A line for each setting that has changed: who looks for the cause of a change finds its time here. */
export function logIndexSettings(changes: IndexSettingChanges, log: Log): void {
  let lines: SettingLines | undefined;
  let last: unknown;
  changes.onChange('index.*', ({ index, name, isUpdate, texts: [before, after] }) => {
    if (!isUpdate) return;
    // One object stands for the index in all that changes at once.
    if (last !== index) lines = new SettingLines(log, 'index.settings', { index: index.name });
    last = index;
    lines!.changed(name, before, after);
  });
}

/** What one update changes: of very many settings that there are more. */
export class SettingLines {
  readonly #log: Log;
  readonly #component: string;
  readonly #where: { readonly index?: string };
  #count = 0;

  constructor(log: Log, component: string, where: { readonly index?: string } = {}) {
    this.#log = log;
    this.#component = component;
    this.#where = where;
  }

  changed(name: string, before: SettingText | undefined, after: SettingText | undefined): void {
    if (++this.#count > LINES_MAX + 1) return;
    const isLast = this.#count > LINES_MAX;
    const message = isLast ? `updating more than [${LINES_MAX}] settings` : `updating [${name}]`;
    const values = isLast ? {} : { from: shown(before), to: shown(after) };
    this.#log.log('info', this.#component, message, { ...this.#where, ...values });
  }
}

function shown(text: SettingText | undefined): string {
  const whole = text === undefined ? '' : String(text);
  return whole.length > shownMax ? `${whole.slice(0, shownMax)}…` : whole;
}
