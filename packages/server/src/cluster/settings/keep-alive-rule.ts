import { apiError } from '@sextant/contract';
import { timeText } from '../../config/units.ts';
import type { SettingRule } from './watermark-rule.ts';

const defaultName = 'search.default_keep_alive';

function below(max: string, name: string): SettingRule {
  return {
    names: [defaultName, max],
    check: ([usual, most]) => {
      if (Number(usual!.value) <= Number(most!.value)) return;
      const reason = `should be smaller than ${name} [${max}], was (${timeText(Number(usual!.value))} > ${timeText(Number(most!.value))})`;
      throw apiError(
        'illegal_argument_exception',
        `Default keep alive setting for request [${defaultName}] ${reason}`,
      );
    },
  };
}

/** What is kept open by default is not longer than what may be. */
export const keepAliveRules: readonly SettingRule[] = [
  below('point_in_time.max_keep_alive', 'max keep alive for PIT'),
  below('search.max_keep_alive', 'max keep alive'),
];
