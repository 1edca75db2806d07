import { apiError, table } from '@sextant/contract';

/**
 * `<logs-{now/d{yyyy.MM.dd|+01:00}}>` → `logs-2026.11.21`; other names stay as they are. Format letters are y
 * u M d H m s; without a format `uuuu.MM.dd`. Throws ApiError where the expression cannot be read, or means
 * something that no name can be: a second reader would take it for an expression once more.
 */
export function resolveDateMath(name: string, nowMs: number): string {
  if (!name.startsWith('<') || !name.endsWith('>')) return name;
  let result = '';
  const inside = name.slice(1, -1);
  for (let at = 0; at < inside.length; at++) {
    const char = inside[at]!;
    if (char === '\\') {
      at++;
      result += inside[at] ?? '';
    } else if (char === '{') {
      const end = closingBrace(inside, at, name);
      result += dateText(inside.slice(at + 1, end), nowMs, name);
      at = end;
    } else if (char === '}') throw invalid(name, `invalid character at position [${at}]`);
    else result += char;
  }
  if (result === '') throw invalid(name, 'nothing captured');
  if (/[<>,]/.test(result)) throw invalid(name, 'a name must not contain the following characters [<, >, ,]');
  return result;
}

function closingBrace(text: string, open: number, name: string): number {
  let depth = 0;
  for (let at = open; at < text.length; at++) {
    if (text[at] === '{') depth++;
    else if (text[at] === '}' && --depth === 0) return at;
  }
  throw invalid(name, 'date math placeholder is open ended');
}

function dateText(placeholder: string, nowMs: number, name: string): string {
  const open = placeholder.indexOf('{');
  const math = open < 0 ? placeholder : placeholder.slice(0, open);
  let format = 'uuuu.MM.dd';
  let offsetMs = 0;
  if (open >= 0) {
    if (!placeholder.endsWith('}')) throw invalid(name, 'missing closing `}` for date math format');
    const [pattern = '', zone] = placeholder.slice(open + 1, -1).split('|');
    if (pattern === '') throw invalid(name, 'missing date format');
    format = pattern;
    if (zone !== undefined) offsetMs = zoneOffset(zone, name);
  }
  const date = new Date(nowMs + offsetMs);
  applyMath(math, date, name);
  return formatDate(date, format, name);
}

function zoneOffset(zone: string, name: string): number {
  if (zone === 'UTC' || zone === 'Z') return 0;
  const match = /^([+-])(\d{1,2}):?(\d{2})$/.exec(zone);
  if (match === null) throw invalid(name, `time zone [${zone}] must be an offset such as +01:00`);
  const minutes = Number(match[2]) * 60 + Number(match[3]);
  return (match[1] === '-' ? -minutes : minutes) * 60_000;
}

/** `now`, then `+1d`, `-2M`, `/d` in any order, on the UTC fields of `date`. */
function applyMath(math: string, date: Date, name: string): void {
  if (!math.startsWith('now')) throw invalid(name, `date math [${math}] must begin with now`);
  const steps = /([+-]\d*|\/)([yMwdhHms])/g;
  let end = 3;
  for (const step of math.slice(3).matchAll(steps)) {
    if (step.index + 3 !== end) break;
    end += step[0].length;
    const [, sign, unit] = step as unknown as [string, string, string];
    if (sign === '/') roundDown(date, unit);
    else shift(date, unit, sign.length === 1 ? Number(`${sign}1`) : Number(sign));
  }
  if (end !== math.length) throw invalid(name, `operator not supported for date math [${math.slice(end)}]`);
}

function shift(date: Date, unit: string, amount: number): void {
  if (unit === 'y') date.setUTCFullYear(date.getUTCFullYear() + amount);
  else if (unit === 'M') date.setUTCMonth(date.getUTCMonth() + amount);
  else {
    const ms = { w: 604_800_000, d: 86_400_000, h: 3_600_000, H: 3_600_000, m: 60_000, s: 1000 }[unit]!;
    date.setTime(date.getTime() + amount * ms);
  }
}

function roundDown(date: Date, unit: string): void {
  if (unit === 'w') date.setUTCDate(date.getUTCDate() - ((date.getUTCDay() + 6) % 7));
  if (unit === 'y') date.setUTCMonth(0, 1);
  if (unit === 'M') date.setUTCDate(1);
  if ('yMwd'.includes(unit)) date.setUTCHours(0, 0, 0, 0);
  else if (unit === 'm') date.setUTCSeconds(0, 0);
  else if (unit === 's') date.setUTCMilliseconds(0);
  else date.setUTCMinutes(0, 0, 0);
}

function formatDate(date: Date, format: string, name: string): string {
  const fields: Readonly<Record<string, number>> = table({
    y: date.getUTCFullYear(),
    u: date.getUTCFullYear(),
    M: date.getUTCMonth() + 1,
    d: date.getUTCDate(),
    H: date.getUTCHours(),
    m: date.getUTCMinutes(),
    s: date.getUTCSeconds(),
  });
  return format.replace(/([a-zA-Z])\1*/g, (run) => {
    const value = fields[run[0]!];
    if (value === undefined) throw invalid(name, `date format letter [${run[0]}] is not supported`);
    const text = run.length === 2 && 'yu'.includes(run[0]!) ? String(value % 100) : String(value);
    return text.padStart(run.length, '0');
  });
}

function invalid(name: string, problem: string) {
  return apiError('parse_exception', `invalid dynamic name expression [${name.slice(1, -1)}]. ${problem}`);
}
