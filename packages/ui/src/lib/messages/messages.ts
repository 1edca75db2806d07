import { createStore, readStored, useStore, writeStored } from '../store.ts';
import { en } from './en.ts';
import { zh } from './zh.ts';

export const languages = ['en', 'zh'] as const;
export type Language = (typeof languages)[number];

export type MessageKey = keyof typeof en;
export type MessageValues = Readonly<Record<string, string | number>>;

const tables: Readonly<Record<Language, Readonly<Record<MessageKey, string>>>> = { en, zh };
const storageKey = 'sextant.language';

function firstLanguage(): Language {
  const stored = languages.find((name) => name === readStored('local', storageKey));
  if (stored !== undefined) return stored;
  return globalThis.navigator?.language?.startsWith('zh') ? 'zh' : 'en';
}

const language = createStore<Language>(firstLanguage());

export function chooseLanguage(next: Language): void {
  writeStored('local', storageKey, next);
  language.set(next);
  applyLanguage();
}

export function applyLanguage(): void {
  document.documentElement.lang = language.get();
}

/**
 * The text of a key. `{name}` stands for a value; `{count|one|many}` chooses by a number, as in
 * `{shards} {shards|shard|shards}`.
 */
export function translate(to: Language, key: MessageKey, values: MessageValues = {}): string {
  return tables[to][key].replace(
    /\{(\w+)(?:\|([^|{}]*)\|([^|{}]*))?\}/g,
    (whole, name: string, one, many) => {
      const value = values[name];
      if (value === undefined) return whole;
      if (one === undefined) return typeof value === 'number' ? value.toLocaleString('en-US') : value;
      return Number(value) === 1 ? one : many;
    },
  );
}

export type Translate = (key: MessageKey, values?: MessageValues) => string;

const translators: Readonly<Record<Language, Translate>> = {
  en: (key, values) => translate('en', key, values),
  zh: (key, values) => translate('zh', key, values),
};

/** The language and its translator; the same function as long as the language stays. */
export function useMessages(): { readonly t: Translate; readonly language: Language } {
  const current = useStore(language);
  return { t: translators[current], language: current };
}
