import {
  EMOJI,
  EMOJI_MODIFIER,
  EMOJI_MODIFIER_BASE,
  EXTEND,
  LETTER_EMOJI,
  OTHER,
  REGIONAL_INDICATOR,
  SOUTH_EAST_ASIAN_EXTEND,
  wordBreakClass,
} from './word-break.ts';

const ZERO_WIDTH_JOINER = 0x200d;
const TEXT_PRESENTATION = 0xfe0e;
const EMOJI_PRESENTATION = 0xfe0f;
const KEYCAP = 0x20e3;
const CANCEL_TAG = 0xe007f;

function codePointAt(text: string, at: number, limit: number): number {
  if (at >= limit) return -1;
  const codePoint = text.codePointAt(at)!;
  return codePoint > 0xffff && at + 2 > limit ? -1 : codePoint;
}

function units(codePoint: number): number {
  return codePoint > 0xffff ? 2 : 1;
}

function classOf(codePoint: number): number {
  return codePoint < 0 ? OTHER : wordBreakClass(codePoint);
}

/** Past all that extends, but not past a presentation selector, which has a place of its own in the rules. */
function pastExtensions(text: string, from: number, limit: number): number {
  let at = from;
  for (;;) {
    const codePoint = codePointAt(text, at, limit);
    if (codePoint === TEXT_PRESENTATION || codePoint === EMOJI_PRESENTATION) return at;
    const wordClass = classOf(codePoint);
    if (wordClass !== EXTEND && wordClass !== SOUTH_EAST_ASIAN_EXTEND && wordClass !== EMOJI_MODIFIER)
      return at;
    at += units(codePoint);
  }
}

/**
 * One emoji with its presentation selector or modifier, joiners before it included; `from` when there is
 * none.
 */
function elementEnd(text: string, from: number, limit: number): number {
  let at = from;
  while (codePointAt(text, at, limit) === ZERO_WIDTH_JOINER) at++;
  const codePoint = codePointAt(text, at, limit);
  const wordClass = classOf(codePoint);
  const isEmoji = wordClass === EMOJI || wordClass === EMOJI_MODIFIER_BASE || wordClass === LETTER_EMOJI;
  // A modifier alone is an emoji too, but not after joiners.
  if (!isEmoji && !(wordClass === EMOJI_MODIFIER && at === from)) return from;
  at = pastExtensions(text, at + units(codePoint), limit);
  return isEmoji && codePointAt(text, at, limit) === EMOJI_PRESENTATION ? at + 1 : at;
}

function tagsEnd(text: string, from: number, limit: number): number {
  let at = from;
  for (;;) {
    const codePoint = codePointAt(text, at, limit);
    if (codePoint === CANCEL_TAG && at > from) return at + 2;
    if (codePoint < 0xe0020 || codePoint > 0xe007e) return from;
    at += 2;
  }
}

function sequenceEnd(text: string, from: number, limit: number): number {
  let at = elementEnd(text, from, limit);
  if (at === from) return from;
  const afterTags = tagsEnd(text, at, limit);
  if (afterTags > at) return afterTags;
  for (;;) {
    const joined = text.charCodeAt(at - 1) === ZERO_WIDTH_JOINER || text.charCodeAt(at) === ZERO_WIDTH_JOINER;
    const next = joined ? elementEnd(text, at, limit) : at;
    if (next === at) return at;
    at = next;
  }
}

function keycapEnd(text: string, from: number, limit: number): number {
  let end = pastExtensions(text, from + 1, limit);
  let found = text.slice(from + 1, end).includes('\u20e3');
  if (text.charCodeAt(end) === EMOJI_PRESENTATION && codePointAt(text, end + 1, limit) === KEYCAP) {
    end = pastExtensions(text, end + 2, limit);
    found = true;
  }
  return found ? end : from;
}

function flagEnd(text: string, from: number, limit: number): number {
  let at = pastAnyExtension(text, from + 2, limit);
  if (classOf(codePointAt(text, at, limit)) !== REGIONAL_INDICATOR) return from;
  at = pastAnyExtension(text, at + 2, limit);
  return at;
}

function pastAnyExtension(text: string, from: number, limit: number): number {
  let at = pastExtensions(text, from, limit);
  while (text.charCodeAt(at) === EMOJI_PRESENTATION || text.charCodeAt(at) === TEXT_PRESENTATION) {
    if (at >= limit) break;
    at = pastExtensions(text, at + 1, limit);
  }
  return at;
}

/**
 * The end of the emoji sequence that starts at `from` (UTS #51 as Lucene's grammar reads it); `from` if none
 * does.
 */
export function emojiEnd(text: string, from: number, limit: number): number {
  const unit = text.charCodeAt(from);
  if (unit < 0x80) {
    const isBase = (unit >= 0x30 && unit <= 0x39) || unit === 0x23 || unit === 0x2a;
    return isBase && text.charCodeAt(from + 1) >= 0x80 ? keycapEnd(text, from, limit) : from;
  }
  if (classOf(codePointAt(text, from, limit)) === REGIONAL_INDICATOR) return flagEnd(text, from, limit);
  return sequenceEnd(text, from, limit);
}
