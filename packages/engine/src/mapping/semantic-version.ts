import { ApiError } from '@sextant/contract';
import { illegalArgument, wrapError } from './errors.ts';
import { javaTrim } from './java-text.ts';

const FORM =
  /^(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)(?:-((?:0|[1-9]\d*|\d*[a-zA-Z-][0-9a-zA-Z-]*)(?:\.(?:0|[1-9]\d*|\d*[a-zA-Z-][0-9a-zA-Z-]*))*))?(?:\+([0-9a-zA-Z-]+(?:\.[0-9a-zA-Z-]+)*))?$/;

/** Of the first three numbers. */
const GREATEST = 2 ** 31 - 1;
const MOST_CHARACTERS = 10_000;
/** After the three numbers. */
const PRERELEASE = 1;
const RELEASE = 2;
/** Before a part of a prerelease; none ends it. */
const END = 0;
const NUMBER = 1;
const WORD = 2;
/** Before what follows `+`. */
const BUILD = 1;

const decoder = new TextDecoder('latin1');

/**
 * The bytes of a version such as `1.4.0-beta.2+abc`, in the order of semantic versions: numbers by their values, a prerelease before its
 * release, its parts one by one. What is built of it (`+abc`) makes it another version, at the same place in the order. White space
 * around it is left out. Throws ApiError.
 */
export function versionBytes(text: string): Uint8Array {
  const { ordered, build } = versionOf(text);
  return Uint8Array.from(build === undefined ? [...ordered, END] : [...ordered, BUILD, ...codesOf(build)]);
}

/** What lies before all versions that are equal to this one but for what is built of it, or after them. Throws ApiError. */
export function versionLimit(text: string, after: boolean): Uint8Array {
  const { ordered } = versionOf(text);
  return Uint8Array.from(after ? [...ordered, 0xff] : ordered);
}

function versionOf(given: string): {
  readonly ordered: readonly number[];
  readonly build: string | undefined;
} {
  if (given === '') throw illegalArgument('Version string cannot be null or empty');
  const text = javaTrim(given);
  const parts = text.length > MOST_CHARACTERS ? null : FORM.exec(text);
  if (parts === null) throw illegalArgument(`Invalid semantic version format: [${text}]`);
  const [, major = '', minor = '', patch = '', prerelease, build] = parts;
  const ordered: number[] = [];
  for (const number of [major, minor, patch]) {
    if (Number(number) > GREATEST) throw tooLarge(text, number);
    addNumber(number, ordered);
  }
  ordered.push(prerelease === undefined ? RELEASE : PRERELEASE);
  for (const part of prerelease?.split('.') ?? []) addPart(part, ordered);
  if (prerelease !== undefined) ordered.push(END);
  return { ordered, build };
}

function tooLarge(text: string, number: string): ApiError {
  const cause = new ApiError({
    type: 'number_format_exception',
    reason: `For input string: "${number}"`,
  });
  return wrapError('illegal_argument_exception', `Invalid version numbers in: ${text}`, cause.error);
}

/** Without leading zeros, so that the longer of two is the greater; in two bytes, as a prerelease may have any number. */
function addNumber(digits: string, into: number[]): void {
  into.push(digits.length >>> 8, digits.length & 0xff, ...codesOf(digits));
}

function addPart(part: string, into: number[]): void {
  if (/^\d+$/.test(part)) {
    into.push(NUMBER);
    addNumber(part, into);
  } else into.push(WORD, ...codesOf(part), END);
}

function codesOf(text: string): number[] {
  return Array.from(text, (character) => character.charCodeAt(0));
}

/** The version that has these bytes. */
export function versionText(bytes: Uint8Array): string {
  let at = 0;
  const number = (): string => {
    const length = bytes[at]! * 256 + bytes[at + 1]!;
    at += 2 + length;
    return decoder.decode(bytes.subarray(at - length, at));
  };
  const word = (): string => {
    const start = at;
    at = bytes.indexOf(END, start) + 1;
    return decoder.decode(bytes.subarray(start, at - 1));
  };
  let text = `${number()}.${number()}.${number()}`;
  if (bytes[at++] === PRERELEASE) {
    const parts: string[] = [];
    for (let kind = bytes[at++]; kind !== END; kind = bytes[at++])
      parts.push(kind === NUMBER ? number() : word());
    text += `-${parts.join('.')}`;
  }
  return bytes[at] === BUILD ? `${text}+${decoder.decode(bytes.subarray(at + 1))}` : text;
}
