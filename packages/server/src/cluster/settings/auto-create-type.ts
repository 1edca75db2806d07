import { ApiError, wildcardTest } from '@sextant/contract';
import { notBoolean, type SettingType } from './setting-type.ts';

/** One part of the rule. */
interface AutoCreatePattern {
  readonly text: string;
  readonly allows: boolean;
  readonly matches: (name: string) => boolean;
}

/** Which missing indices a write makes: the first pattern that matches decides, and without one none is made. */
export interface AutoCreateRule {
  readonly text: string;
  readonly patterns: readonly AutoCreatePattern[];
}

/** `true`, `false`, or patterns with `+` and `-` before them, separated by commas; nothing is as good as `true`. */
export const autoCreateType: SettingType<AutoCreateRule> = {
  values: 'true, false, or patterns such as `+logs-*,-*`',
  read: (value, name) => {
    const text = typeof value === 'string' ? value : `[${value.join(', ')}]`;
    if (text === 'false') return { text, patterns: [] };
    if (text === 'true' || text === '') return { text, patterns: [patternOf('*')] };
    const parts = text.split(',').map((part) => part.trim());
    for (const part of parts) {
      if (part === '') {
        const wanted = 'must be either [true, false, or a comma separated list of index patterns]';
        throw unreadable(text, name, wanted);
      }
      if (part === '+' || part === '-')
        throw unreadable(text, name, `must contain an index name after [${part}]`);
    }
    return { text, patterns: parts.map(patternOf) };
  },
};

function patternOf(text: string): AutoCreatePattern {
  return { text, allows: !text.startsWith('-'), matches: wildcardTest(text.replace(/^[+-]/, '')) };
}

/** OpenSearch tries a truth value first, and tells that complaint too. */
function unreadable(text: string, name: string, wanted: string): ApiError {
  return new ApiError({
    type: 'illegal_argument_exception',
    reason: `Can't parse [${text}] for setting [${name}] ${wanted}`,
    details: { suppressed: [{ type: 'illegal_argument_exception', reason: notBoolean(text) }] },
  });
}
