/**
 * A number where JSON has one: at the start, behind the name of a member, or in a list; in a text only by chance. Of 16 digits and
 * more, with a zero at the end of its fraction, less than a millionth, or with an exponent.
 */
const fragile = /(?:^|"\s*:|[[,])\s*-?(?:\d{16}|\d[\d.]{16}|\d+\.\d*0(?!\d)|0\.0{6}|\d[\d.]*[eE])/;

/**
 * Whether some number of a JSON text may be written otherwise by `JSON.stringify` after `JSON.parse`: false where none is. Dates,
 * addresses and versions are texts, and are not taken for numbers.
 */
export function hasFragileNumber(text: string): boolean {
  return fragile.test(text);
}
