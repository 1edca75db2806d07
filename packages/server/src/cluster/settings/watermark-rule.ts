import { type ApiError, apiError } from '@sextant/contract';
import type { Watermark } from './setting-type.ts';

const prefix = 'cluster.routing.allocation.disk.watermark.';

/** Names whose values must go together, and what says whether they do: it throws ApiError. */
export interface SettingRule {
  readonly names: readonly string[];
  readonly check: (values: readonly RuleValue[]) => void;
}

interface RuleValue {
  readonly name: string;
  readonly text: string;
  /** As its type has read it. */
  readonly value: unknown;
}

/** The low watermark comes before the high one, and that before the flood stage. */
export const watermarkRule: SettingRule = {
  names: ['low', 'high', 'flood_stage'].map((mark) => prefix + mark),
  check: (values) => {
    const marks = values.map(({ value }) => value as Watermark);
    const [low, high, flood] = values.map(({ text }) => text);
    const used = marks.map((mark) => ('usedPercent' in mark ? mark.usedPercent : undefined));
    if (used.every((percent) => percent !== undefined)) {
      if (used[0]! > used[1]!)
        throw misplaced(`low disk watermark [${low}] more than high disk watermark [${high}]`);
      if (used[1]! > used[2]!) {
        throw misplaced(`high disk watermark [${high}] more than flood stage disk watermark [${flood}]`);
      }
      return;
    }
    const free = marks.map((mark) => ('freeBytes' in mark ? mark.freeBytes : undefined));
    if (free.some((bytes) => bytes === undefined)) throw inconsistent(values);
    if (free[0]! < free[1]!)
      throw misplaced(`low disk watermark [${low}] less than high disk watermark [${high}]`);
    if (free[1]! < free[2]!) {
      throw misplaced(`high disk watermark [${high}] less than flood stage disk watermark [${flood}]`);
    }
  },
};

function misplaced(reason: string): ApiError {
  return apiError('illegal_argument_exception', reason);
}

function inconsistent(values: readonly RuleValue[]): ApiError {
  const [low, high, flood] = values.map(({ name, text }) => `[${name}=${text}]`);
  return misplaced(`unable to consistently parse ${low}, ${high}, and ${flood} as percentage or bytes`);
}
