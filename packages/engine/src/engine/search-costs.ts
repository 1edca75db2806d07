import type { SearchOptions } from '../search/search-api.ts';

/** Forms that are remembered; beyond them all is forgotten, and learnt again. */
const MAX_FORMS = 2000;

/** Members and items of a body that tell its form; what is longer than that is told by its length alone. */
const MAX_NODES = 64;

/** A longer name in a body is told by its length alone: what is remembered of forms stays small. */
const MAX_NAME = 64;

/**
 * How much the last search of a form counts in what is expected of the next. The mean is that of square roots: searches of a form differ, and the
 * long ones count for more of the time than of the number.
 */
const LAST = 0.1;

/**
 * One that takes more times as long as was expected is taken to have been held up, or to have run before its code was compiled, and counts as so many;
 * and so the other way round. Where the next one does, too, what was expected is not true any more.
 */
const FAR = 8;
const LAST_FAR = 0.5;

/** After so many of a form that were handed over, one is done by the thread that serves HTTP, so that it stays known what it takes there. */
const TRY_AFTER = 16;

/**
 * A short one takes up to so many times as long in a thread that is woken for it, whose code is less warm; and those of a form differ as much. How long it
 * would take the thread that serves HTTP is told neither by that nor, alone, by those that took less.
 */
const COLDER = 4;

/** What a search of an unknown form is taken to cost: a look at each document. */
const MS_PER_DOC = 0.000_02;

/** What each hit that is asked for is taken to cost: to read it, and to write what is shown of it. */
const MS_PER_HIT = 0.005;

/** The same where scripts are run: one document may take as long as all others of the index, and short searches are not to wait behind it. */
const SCRIPTS_MS = 100;

/** So much of a script tells it from others. */
const MAX_SCRIPT = 4096;

/** What searches have in common that take about as long. */
export interface SearchForm {
  readonly text: string;
  readonly hasScripts: boolean;
  /** Hits that are asked for. */
  readonly hits: number;
}

/** What is known of a form. */
interface Known {
  /** The square root of milliseconds. */
  root: number;
  /** Whether the last one took much longer than was expected (1), or much less (-1). */
  far: number;
  /** Short ones that were handed over since one was not. */
  handed: number;
}

interface Searched {
  /** In all the indices together. */
  readonly docs: number;
  /** Their mappings have fields that scripts make. */
  readonly derives: boolean;
}

/**
 * What a search will take, from what the last ones of its form took: the same indices and the same body, but for its
 * texts and numbers; scripts are told apart by their texts. It decides where the search is done, never what it finds.
 */
export class SearchCosts {
  readonly #known = new Map<string, Known>();

  /** Milliseconds. `searched`: what is known of the indices together. */
  expect({ text, hasScripts, hits }: SearchForm, searched: () => Searched): number {
    const known = this.#known.get(text);
    if (known !== undefined) return known.root * known.root;
    const { docs, derives } = searched();
    const plainMs = docs * MS_PER_DOC + Math.min(docs, hits) * MS_PER_HIT;
    return Math.max(plainMs, hasScripts || derives ? SCRIPTS_MS : 0);
  }

  /** Whether a search of this form has ended. */
  isKnown({ text }: SearchForm): boolean {
    return this.#known.has(text);
  }

  /** Whether it should be seen again what one of this form takes the thread that serves HTTP. */
  isUnsure({ text }: SearchForm): boolean {
    return (this.#known.get(text)?.handed ?? 0) >= TRY_AFTER;
  }

  /** It takes that long, and more: the next one is not taken to be shorter. */
  learnLong({ text }: SearchForm, tookMs: number): void {
    this.#of(text, tookMs).root = Math.sqrt(tookMs);
  }

  /** `expectedMs`: what was expected of it. `isShortElsewhere`: one that might have been done in the thread that serves HTTP was handed over. */
  learn({ text }: SearchForm, expectedMs: number, tookMs: number, isShortElsewhere = false): void {
    const isNew = !this.#known.has(text);
    const known = this.#of(text, expectedMs);
    known.handed = isShortElsewhere ? known.handed + 1 : 0;
    const isNews = tookMs < expectedMs / COLDER || tookMs > COLDER * expectedMs;
    if (isShortElsewhere && !isNews && !isNew) return;
    const told = Math.sqrt(Math.max(tookMs, SHORTEST_MS));
    const far = farFrom(known.root, told);
    if (far !== 0 && far === known.far) known.root += (told - known.root) * LAST_FAR;
    else known.root += (far === 0 ? told - known.root : known.root * (FAR_ROOT ** far - 1)) * LAST;
    known.far = far;
  }

  #of(text: string, expectedMs: number): Known {
    const known = this.#known.get(text);
    if (known !== undefined) return known;
    if (this.#known.size >= MAX_FORMS) this.#known.clear();
    const root = Math.sqrt(Math.max(expectedMs, SHORTEST_MS));
    const made = { root, far: 0, handed: 0 };
    this.#known.set(text, made);
    return made;
  }
}

const FAR_ROOT = Math.sqrt(FAR);

function farFrom(root: number, told: number): number {
  if (told > root * FAR_ROOT) return 1;
  return told * FAR_ROOT < root ? -1 : 0;
}

/** Nothing is told apart below it. */
const SHORTEST_MS = 0.01;

export function formOf(options: SearchOptions): SearchForm {
  const { indices, body, countOnly } = options;
  const hits = typeof body.size === 'number' ? body.size : 0;
  const form = new Form(indices.length > 8 ? `${indices[0]}+${indices.length}` : indices.join(','), hits);
  if (countOnly === true) form.text += '#';
  form.add(body);
  if (options.explained !== undefined) form.addBeside(options.explained);
  for (const filters of [options.aliasFilters, options.documentFilters]) {
    if (filters !== undefined && filters.size > 0) form.addBeside([...filters.values()]);
  }
  return form;
}

class Form implements SearchForm {
  text: string;
  hasScripts = false;
  #left = MAX_NODES;

  readonly hits: number;

  constructor(text: string, hits: number) {
    this.text = text;
    this.hits = hits;
  }

  add(value: unknown, inScript = false): void {
    if (typeof value === 'string') this.text += inScript ? scriptForm(value) : textForm(value);
    else if (typeof value === 'number') this.text += numberForm(value);
    else if (Array.isArray(value)) this.#list(value);
    else if (typeof value === 'object' && value !== null)
      this.#object(value as Record<string, unknown>, inScript);
    else this.text += value === true ? 't' : 'f';
  }

  /** What is no part of the body, however long that is. */
  addBeside(value: unknown): void {
    this.#left = MAX_NODES;
    this.text += '&';
    this.add(value);
  }

  #list(items: readonly unknown[]): void {
    this.text += `[${magnitude(items.length)}`;
    for (const item of items) {
      if (this.#left-- <= 0) return;
      this.add(item);
    }
  }

  #object(members: Readonly<Record<string, unknown>>, inScript: boolean): void {
    this.text += '{';
    for (const key in members) {
      if (this.#left-- <= 0) return;
      this.text += key.length > MAX_NAME ? `long${magnitude(key.length)}:` : `${key}:`;
      const isScript = key === 'script' || key.endsWith('_script');
      this.hasScripts ||= isScript;
      // What a script is given differs from search to search.
      this.add(members[key], isScript || (inScript && key !== 'params'));
    }
    this.text += '}';
  }
}

/** Words of a text count, and where a pattern begins. */
function textForm(text: string): string {
  if (text.length > 256) return 'long';
  let spaces = 0;
  for (let i = 0; i < text.length; i++) if (text.charCodeAt(i) === 0x20) spaces++;
  const first = text[0];
  return first === '*' || first === '?' ? `*${spaces}` : `s${spaces}`;
}

/** FNV-1a. */
function scriptForm(text: string): string {
  let hash = 0x811c9dc5;
  const length = Math.min(text.length, MAX_SCRIPT);
  for (let i = 0; i < length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return `!${hash >>> 0}+${text.length}`;
}

/** `from` and `size` are told apart by their magnitude; so are dates and small numbers. */
function numberForm(value: number): string {
  return `n${magnitude(Math.abs(value))}`;
}

function magnitude(value: number): number {
  return value >= 2 ** 31 ? 32 : 32 - Math.clz32(value);
}
