import { didYouMean } from '@sextant/contract';
import { attributeOf, whyForeign } from './foreign-settings.ts';
import { ourSetting } from './other-names.ts';
import { type SettingName, type SettingRow, type SettingValue, settingsTable } from './settings-table.ts';
import { parseBytes, parseTimeMs } from './units.ts';

/**
 * Something in the flags, the environment or the file that is wrong: one sentence for the person who starts
 * the service.
 */
export class ConfigError extends Error {}

/** A value as it was written, and where. */
export interface GivenSetting {
  readonly name: string;
  readonly value: string | readonly string[];
  /** `--port`, `SEXTANT_HTTP_PORT`, `sextant.yml`. */
  readonly origin: string;
}

/** A setting of another system. */
export interface MeaninglessSetting {
  readonly name: string;
  readonly origin: string;
  readonly why: string;
}

/** Words for addresses that files of other systems use. */
const addresses: ReadonlyMap<string, string> = new Map([
  ['_local_', '127.0.0.1'],
  ['_local:ipv4_', '127.0.0.1'],
  ['_local:ipv6_', '::1'],
]);

/** A list of one address is that one. Throws ConfigError where several are given. */
function onlyOne(name: string, value: GivenSetting['value'], origin: string): GivenSetting['value'] {
  if (name !== 'http.host') return value;
  const [only, ...others] = typeof value === 'string' ? [value] : value;
  if (only === undefined || others.length > 0) {
    throw new ConfigError(`${origin}: [${name}] takes one address, and not [${[value].flat().join(', ')}]`);
  }
  return addresses.get(only) ?? only;
}

/** Names beyond those of a start, as a registry of settings knows them. */
interface FurtherSettings {
  find(name: string): unknown;
  names(): readonly string[];
}

/** The settings of a start. Never change. */
export class Settings {
  readonly #values: ReadonlyMap<string, unknown>;
  /** `node.attr.*`, by the last part of their names. */
  readonly nodeAttributes: ReadonlyMap<string, string>;
  /** Given settings of other systems that mean nothing here, each with where it stands and why. */
  readonly meaningless: readonly MeaninglessSetting[];
  /** Settings of the cluster that are no settings of a start as well, as they were written; lists as texts or lists. */
  readonly ofCluster: ReadonlyMap<string, GivenSetting>;

  private constructor(
    values: ReadonlyMap<string, unknown>,
    {
      nodeAttributes,
      meaningless,
      ofCluster,
    }: Pick<Settings, 'nodeAttributes' | 'meaningless' | 'ofCluster'>,
  ) {
    this.#values = values;
    this.nodeAttributes = nodeAttributes;
    this.meaningless = meaningless;
    this.ofCluster = ofCluster;
  }

  /** Later ones win over earlier ones; those of the `cluster` are kept as they are written. Throws ConfigError. */
  static of(given: readonly GivenSetting[], cluster?: FurtherSettings): Settings {
    const values = new Map<string, unknown>();
    for (const [name, row] of Object.entries<SettingRow>(settingsTable)) {
      if (row.default !== undefined) values.set(name, typed(name, row, row.default, 'default'));
    }
    const nodeAttributes = new Map<string, string>();
    const meaningless: MeaninglessSetting[] = [];
    const ofCluster = new Map<string, GivenSetting>();
    for (const setting of given) {
      const { name, value, origin } = ourSetting(setting);
      const row = rowOf(name);
      const attribute = attributeOf(name);
      const why = row === undefined ? whyForeign(name) : undefined;
      if (attribute !== undefined) {
        nodeAttributes.set(attribute, String(value));
        continue;
      }
      if (row === undefined && cluster?.find(name) !== undefined) {
        ofCluster.set(name, { name, value, origin });
        continue;
      }
      if (why !== undefined) {
        meaningless.push({ name, origin, why });
        continue;
      }
      if (row === undefined) {
        const names = [...Object.keys(settingsTable), ...(cluster?.names() ?? [])];
        throw new ConfigError(`${origin}: unknown setting [${name}]${didYouMean(name, names)}`);
      }
      values.set(name, typed(name, row, onlyOne(name, value, origin), origin));
    }
    return new Settings(values, { nodeAttributes, meaningless, ofCluster });
  }

  get<K extends SettingName>(name: K): SettingValue<K> {
    return this.#values.get(name) as SettingValue<K>;
  }
}

function rowOf(name: string): SettingRow | undefined {
  return Object.hasOwn(settingsTable, name) ? settingsTable[name as SettingName] : undefined;
}

function typed(
  name: string,
  row: SettingRow,
  given: string | number | boolean | readonly string[],
  origin: string,
): unknown {
  if (row.type === 'list') {
    const items = typeof given === 'object' ? given : String(given).split(row.separator ?? ',');
    return items.map((item) => item.trim()).filter((item) => item !== '');
  }
  if (typeof given === 'object') throw new ConfigError(`${origin}: [${name}] takes one value, not a list`);
  const text = String(given).trim();
  const shown = row.secret === true ? '' : ` and not [${text}]`;
  switch (row.type) {
    case 'string':
      return text;
    case 'boolean':
      if (text === 'true' || text === 'false') return text === 'true';
      throw new ConfigError(`${origin}: [${name}] must be true or false${shown}`);
    case 'int': {
      const value = Number(text);
      if (/^-?\d+$/.test(text) && value >= row.min && value <= row.max) return value;
      throw new ConfigError(
        `${origin}: [${name}] must be a whole number from ${row.min} to ${row.max}${shown}`,
      );
    }
    case 'bytes':
      return bytesOf(name, text, origin);
    case 'time':
      return timeOf(name, text, origin);
    case 'enum':
      if (row.values.includes(text)) return text;
      throw new ConfigError(`${origin}: [${name}] must be one of ${row.values.join(', ')}${shown}`);
  }
}

function bytesOf(name: string, text: string, origin: string): number {
  try {
    return parseBytes(text, name);
  } catch {
    throw new ConfigError(`${origin}: [${name}] must be a size such as 100mb and not [${text}]`);
  }
}

function timeOf(name: string, text: string, origin: string): number {
  const wrong = new ConfigError(`${origin}: [${name}] must be a time such as 10s and not [${text}]`);
  let ms: number;
  try {
    ms = parseTimeMs(text, name);
  } catch {
    throw wrong;
  }
  if (ms < 0) throw wrong;
  return ms;
}
