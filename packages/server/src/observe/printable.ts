/** Most texts: found sooner than what is hidden in others. */
const ascii = /^[ -~]*$/;
const hidden = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u;
const hiddenAll = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/**
 * A text with control characters, line separators and marks that turn the direction of text written as escapes. A line feed
 * goes on in an indented line: nobody who writes into a log can begin a line of his own.
 */
export function printable(text: string): string {
  if (ascii.test(text) || !hidden.test(text)) return text;
  return text.replace(hiddenAll, (character) => {
    if (character === '\n') return '\n    ';
    if (character === '\t') return character;
    return `\\u{${character.codePointAt(0)!.toString(16)}}`;
  });
}

/** Texts that stand in JSON as they are. */
const plain = /^[ !#-[\]-~]*$/;
/** The last long text: a search that is slow twice shows its source twice. */
const last = { text: '', json: '""' };
const LONG = 64;

/** A text as JSON, without characters that an editor or a terminal might take for something else. */
export function printableJson(text: string): string {
  if (text.length < LONG) return plain.test(text) ? `"${text}"` : escaped(text);
  if (text !== last.text) {
    last.json = escaped(text);
    last.text = text;
  }
  return last.json;
}

function escaped(text: string): string {
  const json = JSON.stringify(text);
  if (ascii.test(json) || !hidden.test(json)) return json;
  return json.replace(
    hiddenAll,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
