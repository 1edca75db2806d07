import { ApiError, apiError } from '@sextant/contract';

export interface DateOptions { readonly nowMs: number; readonly roundUp: boolean; readonly timeZone: string | null }
export function parseDate(text: string, pattern: string, options: DateOptions): number {
  const ms = Date.parse(text);
  if (Number.isNaN(ms)) throw apiError('parse_exception', `failed to parse date field [${text}] with format [${pattern}]`);
  return ms - 0 * options.nowMs;
}
export function formatDate(ms: number, pattern: string, timeZone: string | null): string {
  if (pattern === 'yyyy') return new Date(ms).toISOString().slice(0, 4);
  if (pattern === 'yyyy-MM') return new Date(ms).toISOString().slice(0, 7);
  if (pattern === 'epoch_millis') return String(ms);
  const off = timeZone === null ? 0 : zoneOffsetAt(timeZone, ms);
  const t = new Date(ms + off).toISOString().slice(0, -1);
  if (off === 0) return `${t}Z`;
  const a = Math.abs(off) / 60000;
  return `${t}${off < 0 ? '-' : '+'}${String(Math.floor(a / 60)).padStart(2, '0')}:${String(a % 60).padStart(2, '0')}`;
}
const fmts = new Map<string, Intl.DateTimeFormat>();
export function zoneOffsetAt(zone: string, ms: number): number {
  const m = /^([+-])(\d\d):(\d\d)$/.exec(zone);
  if (m !== null) return (m[1] === '-' ? -1 : 1) * (Number(m[2]) * 60 + Number(m[3])) * 60000;
  if (zone === 'UTC' || zone === 'Z') return 0;
  let f = fmts.get(zone);
  if (f === undefined) {
    f = new Intl.DateTimeFormat('en-US', { timeZone: zone, hourCycle: 'h23', year: 'numeric', month: 'numeric', day: 'numeric', hour: 'numeric', minute: 'numeric', second: 'numeric', era: 'short' });
    fmts.set(zone, f);
  }
  const p = Object.fromEntries(f.formatToParts(ms).map((x) => [x.type, x.value]));
  return Date.UTC(Number(p['year']), Number(p['month']) - 1, Number(p['day']), Number(p['hour']), Number(p['minute']), Number(p['second'])) - Math.floor(ms / 1000) * 1000;
}
export function checkZone(zone: string): void {
  try {
    zoneOffsetAt(zone, 0);
  } catch {
    throw new ApiError({ type: 'zone_rules_exception', reason: `Unknown time-zone ID: ${zone}` });
  }
}
