import { apiError } from '@sextant/contract';
import { checkZone as checkKnownZone } from '../../mapping/date/time-zone.ts';

/** Throws zone_rules_exception where no such time zone is known. */
export function checkZone(zone: string): void {
  try {
    checkKnownZone(zone);
  } catch {
    throw apiError('zone_rules_exception', `Unknown time-zone ID: ${zone}`);
  }
}
