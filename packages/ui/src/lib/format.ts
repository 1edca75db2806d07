import type { Language } from './messages/messages.ts';

const countFormats: Readonly<Record<Language, Intl.NumberFormat>> = {
  en: new Intl.NumberFormat('en-US'),
  zh: new Intl.NumberFormat('zh-CN'),
};

/** A count with its groups of three: `1,234,567`. */
export function formatCount(value: number | undefined, language: Language = 'en'): string {
  return value === undefined ? '–' : countFormats[language].format(value);
}

const byteUnits = ['B', 'KB', 'MB', 'GB', 'TB', 'PB'] as const;

/** Bytes in powers of 1,024, three digits at most before the unit: `0 B`, `12.3 MB`, `512 GB`. */
export function formatBytes(bytes: number | undefined): string {
  if (bytes === undefined) return '–';
  let value = bytes;
  let unit = 0;
  while (Math.abs(value) >= 1023.95 && unit < byteUnits.length - 1) {
    value /= 1024;
    unit++;
  }
  return `${unit === 0 ? String(Math.round(value)) : threeDigits(value)} ${byteUnits[unit]!}`;
}

function threeDigits(value: number): string {
  return value >= 99.95 ? value.toFixed(0) : value.toFixed(1);
}

/** Milliseconds as a person says them: `0.4 ms`, `120 ms`, `1.5 s`, `3.2 min`. */
export function formatDuration(ms: number | undefined): string {
  if (ms === undefined || !Number.isFinite(ms)) return '–';
  if (ms < 10) return `${ms.toFixed(1)} ms`;
  if (ms < 999.5) return `${ms.toFixed(0)} ms`;
  if (ms < 59_950) return `${(ms / 1000).toFixed(1)} s`;
  if (ms < 3_597_000) return `${(ms / 60_000).toFixed(1)} min`;
  if (ms < 86_400_000) return `${(ms / 3_600_000).toFixed(1)} h`;
  return `${(ms / 86_400_000).toFixed(1)} d`;
}

/** Per second: `0`, `0.4`, `12`, `1,234`. */
export function formatRate(perSecond: number | undefined, language: Language = 'en'): string {
  if (perSecond === undefined) return '–';
  if (perSecond === 0) return '0';
  return perSecond < 10 ? perSecond.toFixed(1) : formatCount(Math.round(perSecond), language);
}

const steps: readonly (readonly [Intl.RelativeTimeFormatUnit, number])[] = [
  ['year', 31_557_600_000],
  ['month', 2_629_800_000],
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
  ['second', 1000],
];

/** `3 minutes ago`; "now" within the last second. Times are milliseconds since 1970. */
export function formatAgo(atMs: number, nowMs: number, language: Language): string {
  const format = new Intl.RelativeTimeFormat(language, { numeric: 'auto' });
  const passed = nowMs - atMs;
  for (const [unit, length] of steps) {
    if (Math.abs(passed) >= length) return format.format(-Math.trunc(passed / length), unit);
  }
  return format.format(0, 'second');
}

/** Local time to the second, sortable by eye: `2026-11-21 17:05:09`. */
export function formatExact(atMs: number): string {
  const date = new Date(atMs);
  const two = (value: number) => String(value).padStart(2, '0');
  const day = `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
  return `${day} ${two(date.getHours())}:${two(date.getMinutes())}:${two(date.getSeconds())}`;
}
