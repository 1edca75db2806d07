import { ApiError } from '@sextant/contract';
import { checkZone } from '../../mapping/date/time-zone.ts';
import { JavaError } from '../java-error.ts';
import { JavaValue } from '../values.ts';
import { type JavaClass, javaClass } from './class-table.ts';
import { withZones } from './counted-dates.ts';
import { dateTimeError } from './date-ranges.ts';
import { JavaDate, offsetText } from './date-values.ts';

/** `ZoneId`. */
export class JavaZone extends JavaValue {
  readonly javaClass = 'ZoneId';
  readonly id: string;
  constructor(id: string) {
    super();
    this.id = id;
  }

  override text(): string {
    return this.id;
  }

  override equalTo(other: unknown): boolean {
    return other instanceof JavaZone && other.id === this.id;
  }
}

function zoneOf(id: string): JavaZone {
  try {
    withZones(() => checkZone(id));
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const { type, reason } = error.error.causedBy ?? error.error;
    throw new JavaError(type, reason);
  }
  return new JavaZone(id);
}

/** Whether a zone has the name. */
export function isRegion(id: string): boolean {
  try {
    withZones(() => checkZone(id));
    return true;
  } catch {
    return false;
  }
}

/** `ZoneOffset` of so many hours, minutes and seconds. Throws DateTimeException. */
function offsetOf(hours: number, minutes = 0, seconds = 0): JavaZone {
  for (const [name, value, most] of [
    ['hours', hours, 18],
    ['minutes', minutes, 59],
    ['seconds', seconds, 59],
  ] as const) {
    if (Math.abs(value) <= most) continue;
    const range = `not in valid range: value ${value} is not in the range -${most} to ${most}`;
    throw dateTimeError(`Zone offset ${name} ${range}`);
  }
  const total = hours * 3600 + minutes * 60 + seconds;
  if (Math.abs(total) > 18 * 3600) throw dateTimeError('Zone offset not in valid range: -18:00 to +18:00');
  return new JavaZone(offsetText(total * 1000));
}

const zone = javaClass({
  name: 'ZoneId',
  fullName: 'java.time.ZoneId',
  members: {
    'static ZoneId of(String)': zoneOf,
    'String getId()': (self: JavaZone) => self.id,
    'int getTotalSeconds()': (self: JavaZone) => new JavaDate(0, self.id).parts.offsetMs / 1000,
  },
});

const offset = javaClass({
  name: 'ZoneOffset',
  fullName: 'java.time.ZoneOffset',
  supers: ['ZoneId'],
  constants: { 'ZoneId UTC': new JavaZone('Z') },
  members: {
    'static ZoneId of(String)': (id: string) => {
      if (/^(?:Z|[+-].*)$/.test(id)) return zoneOf(id);
      throw dateTimeError(`Invalid ID for ZoneOffset, invalid format: ${id}`);
    },
    'static ZoneId ofHours(int)': (hours: number) => offsetOf(hours),
    'static ZoneId ofHoursMinutes(int, int)': (hours: number, minutes: number) => {
      if (hours * minutes >= 0) return offsetOf(hours, minutes);
      const [sign, side] = hours > 0 ? ['positive', 'positive'] : ['negative', 'negative'];
      throw dateTimeError(`Zone offset minutes and seconds must be ${sign} because hours is ${side}`);
    },
    'static ZoneId ofTotalSeconds(int)': (seconds: number) => {
      if (Math.abs(seconds) <= 18 * 3600) return new JavaZone(offsetText(seconds * 1000));
      throw dateTimeError('Zone offset not in valid range: -18:00 to +18:00');
    },
  },
});

export const zoneClasses: readonly JavaClass[] = [zone, offset];
