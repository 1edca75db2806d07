import { didYouMean, similarNames } from '@sextant/contract';
import { earlierNames } from './other-names.ts';
import { ConfigError, type GivenSetting } from './settings.ts';
import { environmentName, type SettingName, type SettingRow, settingsTable } from './settings-table.ts';

/** What the arguments ask for. */
export type Command =
  | { readonly kind: 'help' | 'version' }
  | { readonly kind: 'check'; readonly directories: readonly string[] }
  | DiagnoseCommand
  | ResetPasswordCommand
  | CertificatesCommand
  | {
      readonly kind: 'serve';
      readonly configFile: string | undefined;
      readonly given: readonly GivenSetting[];
    };

/** The settings say where the accounts are. */
export interface ResetPasswordCommand {
  readonly kind: 'reset-password';
  readonly configFile: string | undefined;
  readonly given: readonly GivenSetting[];
  readonly user: string;
}

/** Certificates of one authority for several machines. */
export interface CertificatesCommand {
  readonly kind: 'certificates';
  readonly output: string;
  readonly days: number;
  /** Each with the names and addresses by which it is called. */
  readonly nodes: readonly { readonly name: string; readonly names: readonly string[] }[];
  readonly clients: readonly string[];
}

/** The settings say where the service is and where its logs are. */
export interface DiagnoseCommand {
  readonly kind: 'diagnose';
  readonly configFile: string | undefined;
  readonly given: readonly GivenSetting[];
  readonly url: string | undefined;
  readonly user: string | undefined;
  readonly output: string | undefined;
  readonly withLogs: boolean;
}

/** The password of the user that `sextant diagnose` asks as: on the command line everybody on the machine could read it. */
export const diagnosePassword = 'SEXTANT_DIAGNOSE_PASSWORD';

const rows: readonly [string, SettingRow][] = Object.entries<SettingRow>(settingsTable);
const diagnoseFlags = ['--url', '--user', '--output'];
const otherFlags = ['--config', '--help', '--version', '-E'];

/** Reads the arguments after the program's name. Throws ConfigError for what it does not know. */
export function parseCommandLine(args: readonly string[]): Command {
  if (args.includes('--help') || args.includes('-h')) return { kind: 'help' };
  if (args.includes('--version')) return { kind: 'version' };
  if (args[0] === 'check') {
    const [, ...directories] = args;
    if (directories.length === 0) throw new ConfigError('sextant check takes one argument: the data folder');
    return { kind: 'check', directories };
  }
  if (args[0] === 'diagnose') return parseDiagnose(args.slice(1));
  if (args[0] === 'certificates') return parseCertificates(args.slice(1));
  if (args[0] === 'reset-password') return parseResetPassword(args.slice(1));
  return { kind: 'serve', ...parseFlags(args) };
}

/** Listens for nobody: an address that would need TLS, or is taken, is not its business. */
const resetsQuietly: readonly GivenSetting[] = [
  { name: 'http.host', value: '127.0.0.1', origin: 'reset-password' },
  { name: 'http.port', value: '0', origin: 'reset-password' },
  { name: 'security.ssl.http.enabled', value: 'false', origin: 'reset-password' },
];

function parseResetPassword(args: readonly string[]): ResetPasswordCommand {
  const names = args[0] === undefined || args[0].startsWith('-') ? [] : [args[0]];
  const { configFile, given } = parseFlags(args.slice(names.length));
  return {
    kind: 'reset-password',
    configFile,
    given: [...given, ...resetsQuietly],
    user: names[0] ?? 'admin',
  };
}

const daysDefault = 365;
const daysMax = 3650;

function parseCertificates(args: readonly string[]): CertificatesCommand {
  const nodes: { name: string; names: string[] }[] = [];
  const clients: string[] = [];
  let output = 'certificates';
  let days = daysDefault;
  const rest = [...args];
  while (rest.length > 0) {
    const argument = rest.shift()!;
    const [flag, inline] = splitFlag(argument);
    const value = (): string => inline ?? rest.shift() ?? missing(flag);
    if (flag === '--output') output = value();
    else if (flag === '--client') clients.push(value());
    else if (flag === '--days') days = daysOf(value());
    else if (argument.startsWith('-'))
      throw new ConfigError(`unknown flag [${flag}] of sextant certificates`);
    else {
      const [name, names = ''] = argument.split('=', 2);
      nodes.push({ name: name!, names: names.split(',').filter((each) => each !== '') });
    }
  }
  if (nodes.length + clients.length === 0) {
    throw new ConfigError(
      'sextant certificates takes nodes such as east=east.example,10.0.0.1, or --client USER',
    );
  }
  return { kind: 'certificates', output, days, nodes, clients };
}

function daysOf(text: string): number {
  const days = Number(text);
  if (/^\d+$/.test(text) && days >= 1 && days <= daysMax) return days;
  throw new ConfigError(`--days must be a whole number from 1 to ${daysMax} and not [${text}]`);
}

function parseDiagnose(args: readonly string[]): DiagnoseCommand {
  const own = new Map<string, string>();
  let withLogs = true;
  const others: string[] = [];
  const rest = [...args];
  while (rest.length > 0) {
    const argument = rest.shift()!;
    const [flag, inline] = splitFlag(argument);
    if (flag === '--no-logs') withLogs = false;
    else if (!diagnoseFlags.includes(flag)) others.push(argument);
    else own.set(flag, inline ?? rest.shift() ?? missing(flag));
  }
  const [url, user, output] = diagnoseFlags.map((flag) => own.get(flag));
  return { kind: 'diagnose', ...parseFlags(others), url, user, output, withLogs };
}

function parseFlags(args: readonly string[]): {
  readonly configFile: string | undefined;
  readonly given: readonly GivenSetting[];
} {
  const given: GivenSetting[] = [];
  let configFile: string | undefined;
  const rest = [...args];
  while (rest.length > 0) {
    const [flag, inline] = splitFlag(rest.shift()!);
    const value = (): string => inline ?? rest.shift() ?? missing(flag);
    const row = rows.find(([, candidate]) => candidate.flag === flag);
    if (flag === '--config') configFile = value();
    else if (flag === '-E') given.push(pair(value()));
    else if (row === undefined) throw unknownFlag(flag);
    else if (row[1].type === 'boolean') {
      given.push({ name: row[0], value: String(!flag.startsWith('--no-')), origin: flag });
    } else given.push({ name: row[0], value: value(), origin: flag });
  }
  return { configFile, given };
}

function splitFlag(argument: string): [flag: string, inline: string | undefined] {
  if (argument.startsWith('-E') && argument.length > 2) return ['-E', argument.slice(2)];
  const equals = argument.indexOf('=');
  if (!argument.startsWith('--') || equals < 0) return [argument, undefined];
  return [argument.slice(0, equals), argument.slice(equals + 1)];
}

function missing(flag: string): never {
  throw new ConfigError(`${flag} needs a value`);
}

function pair(text: string): GivenSetting {
  const equals = text.indexOf('=');
  if (equals < 1) throw new ConfigError(`-E takes name=value and not [${text}]`);
  return { name: text.slice(0, equals), value: text.slice(equals + 1), origin: '-E' };
}

function unknownFlag(flag: string): ConfigError {
  const known = [...rows.flatMap(([, row]) => (row.flag === undefined ? [] : [row.flag])), ...otherFlags];
  const what = flag.startsWith('-') ? 'unknown flag' : 'unknown argument';
  return new ConfigError(`${what} [${flag}]${didYouMean(flag, known)}; --help lists all`);
}

/**
 * Settings in environment variables. A variable of ours that no setting has is refused; those of tests are
 * not ours.
 */
export function parseEnvironment(environment: Readonly<Record<string, string | undefined>>): GivenSetting[] {
  const names = new Map(rows.map(([name]) => [environmentName(name as SettingName), name]));
  for (const name of earlierNames) names.set(`SEXTANT_${name.toUpperCase().replaceAll('.', '_')}`, name);
  const given: GivenSetting[] = [];
  for (const [variable, value] of Object.entries(environment)) {
    if (!variable.startsWith('SEXTANT_') || variable.startsWith('SEXTANT_TEST_')) continue;
    if (value === undefined || variable === diagnosePassword) continue;
    const name = names.get(variable);
    if (name === undefined) {
      const like = similarNames(
        variable.slice(8),
        [...names.keys()].map((known) => known.slice(8)),
      );
      const hint = like.length === 0 ? '' : ` -> did you mean [SEXTANT_${like[0]}]?`;
      throw new ConfigError(`unknown environment variable [${variable}]${hint}`);
    }
    given.push({ name, value, origin: variable });
  }
  return given;
}

/** The text of `--help`. */
export function helpText(version: string): string {
  const flags = rows.flatMap(([name, row]) => {
    if (row.flag === undefined) return [];
    const usage = row.type === 'boolean' ? row.flag : `${row.flag} ${valueWord(row)}`;
    return [[usage, `${row.summary}${defaultText(row)} [${name}]`]];
  });
  const lines = [
    ...flags,
    ['--config FILE', 'settings file (default sextant.yml, where there is one)'],
    ['-E NAME=VALUE', 'any setting by its name'],
    ['--help', 'this text'],
    ['--version', 'the version'],
  ];
  const width = Math.max(...lines.map(([usage]) => usage!.length));
  const settings = rows.map(([name, row]) => `  ${name.padEnd(36)} ${row.summary}${defaultText(row)}`);
  return [
    `Sextant ${version}: a light search service that speaks the REST interface of Elasticsearch and OpenSearch`,
    '',
    'sextant [FLAGS]       serve',
    'sextant check DATA    read every file of a data folder (and of those that follow) and say what is wrong with it',
    'sextant reset-password [USER]',
    '                      give a user (admin) another password: SEXTANT_ADMIN_PASSWORD, or one at random that is',
    '                      printed; with the flags that the service was started with, while it does not run',
    'sextant certificates NODE[=NAME,ADDRESS…] …',
    '                      make an authority and certificates that it signs: for each node a folder for --certificates,',
    '                      with the names and addresses by which others call it; --client USER a file for that user',
    '                      [--output FOLDER (default certificates)] [--days N (default 365)]; the authority that is',
    '                      in the folder signs again',
    'sextant diagnose      write an archive for a report of a fault, without secrets, about a running service:',
    `                      [--url URL] [--user NAME, password in ${diagnosePassword}]`,
    '                      [--output FILE] [--no-logs], and the flags that it was started with',
    '',
    ...lines.map(([usage, text]) => `  ${usage!.padEnd(width)}  ${text}`),
    '',
    'Settings (a flag goes before the environment, that before the file):',
    ...settings,
    '',
  ].join('\n');
}

function valueWord(row: SettingRow): string {
  return row.type === 'enum' ? row.values.join('|') : row.type.toUpperCase();
}

function defaultText(row: SettingRow): string {
  if (row.type === 'boolean' || row.default === undefined || row.default.toString() === '') return '';
  return ` (default ${row.default.toString()})`;
}
