/** Where the scripts begin: Devanagari, Bengali, Gurmukhi, Gujarati, Oriya, Tamil, Telugu, Kannada, Malayalam. */
const bases: ReadonlyMap<string, number> = new Map([
  ['D', 0x900],
  ['B', 0x980],
  ['U', 0xa00],
  ['G', 0xa80],
  ['O', 0xb00],
  ['T', 0xb80],
  ['L', 0xc00],
  ['K', 0xc80],
  ['M', 0xd00],
]);

/**
 * Two or three signs that are one letter, in their order, as places in the block of a script, and the scripts for which it
 * holds (Lucene's IndicNormalizer, after chapter 6 of Unicode 5.2).
 */
const compositions =
  '05+3e+45>11:DG 05+3e+46>12:D 05+3e+47>13:DG 05+3e+48>14:DG 05+3e>06:DBUGO 05+45>72:D 05+45>0d:G ' +
  '05+46>04:D 05+47>0f:G 05+48>10:UG 05+49>11:DG 05+4a>12:D 05+4b>13:DG 05+4c>14:DUG 06+45>11:DG ' +
  '06+46>12:D 06+47>13:DG 06+48>14:DG 07+57>08:M 09+41>0a:D 09+57>0a:TM 0e+46>10:M 0f+45>0d:D ' +
  '0f+46>0e:D 0f+47>10:D 0f+57>10:O 12+3e>13:M 12+4c>14:LK 12+55>13:L 12+57>14:TM 13+57>14:O ' +
  '15+3c>58:D 16+3c>59:DU 17+3c>5a:DU 1c+3c>5b:DU 21+3c>5c:DBO 22+3c>5d:DBO 23+4d+zwj>7a:M ' +
  '24+4d+zwj>4e:B 28+3c>29:D 28+4d+zwj>7b:M 2b+3c>5e:DU 2f+3c>5f:DB 2c+41+41>0b:L 30+3c>31:D ' +
  '30+4d+zwj>7c:M 32+4d+zwj>7d:M 33+3c>34:D 33+4d+zwj>7e:M 35+41>2e:L 3e+45>49:DG 3e+46>4a:D ' +
  '3e+47>4b:DG 3e+48>4c:DG 3f+55>40:K 41+41>42:U 46+3e>4a:TM 46+42+55>4b:K 46+42>4a:K 46+46>48:M ' +
  '46+55>47:LK 46+56>48:LK 46+57>4c:TM 47+3e>4b:BOTM 47+57>4c:BO 4a+55>4b:K 72+3f>07:U 72+40>08:U ' +
  '72+47>0f:U 73+41>09:U 73+42>0a:U 73+4b>13:U';

const ZWJ = '\u200d';

interface Composition {
  readonly signs: string;
  readonly letter: string;
}

/** By the first sign, in the order of the table. */
const byFirst = new Map<string, Composition[]>();

for (const row of compositions.split(' ')) {
  const [, signs, letter, scripts] = /^(.*)>(..):(.*)$/.exec(row)!;
  for (const script of scripts!) {
    const at = (place: string): string =>
      place === 'zwj' ? ZWJ : String.fromCharCode(bases.get(script)! + Number.parseInt(place, 16));
    const composition = { signs: signs!.split('+').map(at).join(''), letter: at(letter!) };
    const first = composition.signs[0]!;
    const known = byFirst.get(first);
    if (known === undefined) byFirst.set(first, [composition]);
    else known.push(composition);
  }
}

/** Texts of the scripts of India, with one letter for what is written with several signs. */
export function indicText(term: string): string {
  let result = '';
  let at = 0;
  while (at < term.length) {
    const char = term[at]!;
    const found = byFirst.get(char)?.find(({ signs }) => term.startsWith(signs, at));
    result += found?.letter ?? char;
    at += found?.signs.length ?? 1;
  }
  return result;
}
