import { ApiError } from '@sextant/contract';
import type { Matcher, RE2JS } from 're2js';
import { re2 } from '../../analysis/linear-regex.ts';
import { badArgument, JavaError } from '../java-error.ts';
import { meter } from '../meter.ts';
import { JavaArray, JavaValue, textOf } from '../values.ts';

const PROGRAM_SIZE_MAX = 2000;
/** What each match takes beside the text that is looked at. */
const MATCHER_BYTES = 1024;
const UNITS_PER_MATCH = 16;

/** `Pattern`: without lookaround and backreferences, in time that grows with the text alone. */
export class JavaPattern extends JavaValue {
  readonly javaClass = 'Pattern';
  readonly source: string;
  readonly compiled: RE2JS;

  /** `flags`: letters behind the expression. Throws JavaError. */
  constructor(source: string, flags: string) {
    super();
    this.source = source;
    let bits = 0;
    if (flags.includes('i')) bits |= re2().CASE_INSENSITIVE;
    if (flags.includes('m')) bits |= re2().MULTILINE;
    if (flags.includes('s')) bits |= re2().DOTALL;
    try {
      this.compiled = re2().compile(flags.includes('l') ? re2().quote(source) : source, bits);
    } catch (error) {
      const reason = error instanceof ApiError ? error.error.reason : (error as Error).message;
      throw new JavaError('pattern_syntax_exception', reason);
    }
    if (this.compiled.programSize() > PROGRAM_SIZE_MAX) {
      throw new JavaError(
        'pattern_syntax_exception',
        `The regex takes more than the allowed maximum of [${PROGRAM_SIZE_MAX}] steps`,
      );
    }
  }

  override text(): string {
    return this.source;
  }

  /** Counts that it looks at a text: each character by each step of the expression, at worst. */
  look(text: string): string {
    meter.pass(Math.ceil((text.length * this.compiled.programSize()) / 32));
    return text;
  }

  find(text: unknown): boolean {
    return this.compiled.matcher(this.look(textOf(text))).find();
  }

  matches(text: unknown): boolean {
    return this.compiled.testExact(this.look(textOf(text)));
  }

  /** As Java's `Pattern.split`. */
  split(text: string, limit: number): JavaArray {
    const parts: string[] = [];
    const matcher = this.compiled.matcher(this.look(text));
    let from = 0;
    while ((limit <= 0 || parts.length < limit - 1) && matcher.find()) {
      meter.pass(UNITS_PER_MATCH);
      if (matcher.end() === 0) continue;
      parts.push(text.slice(from, matcher.start()));
      from = matcher.end();
    }
    parts.push(text.slice(from));
    if (limit === 0) while (parts.length > 1 && parts.at(-1) === '') parts.pop();
    return new JavaArray('String', parts);
  }

  /** Each match, or the first, by what the function says of it. */
  replaced(text: string, by: (matcher: JavaMatcher) => unknown, all: boolean): string {
    const matcher = new JavaMatcher(this, text);
    this.look(text);
    let result = '';
    let from = 0;
    while (matcher.matcher.find()) {
      meter.pass(UNITS_PER_MATCH);
      const shown = textOf(by(matcher));
      meter.passText(shown.length, 1);
      result += text.slice(from, matcher.matcher.start()) + shown;
      from = matcher.matcher.end();
      if (!all) break;
    }
    return result + text.slice(from);
  }
}

const REFERENCE = /\\([\s\S])|\$(?:(\d)|\{(\w+)\})|[\\$]/g;

/** What a replacement of Java's says of a match: `$1`, `${name}`, and `\` before what is meant as it is. */
function expanded(by: string, matcher: JavaMatcher): string {
  return by.replace(REFERENCE, (_, escaped?: string, group?: string, name?: string) => {
    if (escaped !== undefined) return escaped;
    if (group === undefined && name === undefined) throw badArgument('Illegal group reference');
    return matcher.group(name ?? Number(group)) ?? '';
  });
}

export class JavaMatcher extends JavaValue {
  readonly javaClass = 'Matcher';
  readonly pattern: JavaPattern;
  readonly input: string;
  readonly matcher: Matcher;
  constructor(pattern: JavaPattern, input: string) {
    super();
    this.pattern = pattern;
    this.input = input;
    this.matcher = pattern.compiled.matcher(input);
  }

  override text(): string {
    return 'java.util.regex.Matcher';
  }

  override get bytes(): number {
    return MATCHER_BYTES;
  }

  /** The matcher, that will look at the text. */
  get looking(): Matcher {
    this.pattern.look(this.input);
    return this.matcher;
  }

  /** Each match, or the first, by the replacement. */
  replaced(by: string, all: boolean): string {
    const isPlain = !/[\\$]/.test(by);
    return this.pattern.replaced(this.input, isPlain ? () => by : (match) => expanded(by, match), all);
  }

  group(which: number | string): string | null {
    try {
      return this.matcher.group(which as number) ?? null;
    } catch (error) {
      const text = (error as Error).message;
      if (/match/i.test(text)) throw new JavaError('illegal_state_exception', 'No match found');
      throw new JavaError('index_out_of_bounds_exception', `No group ${which}`);
    }
  }
}
