import { nearestDecimal } from '@sextant/contract';

/** Java's Double.toString: `3.0`, `0.001`, `1.0E7`, `1.234E-5`; NaN and infinities by name. */
export function doubleText(value: number): string {
  if (Number.isInteger(value) && value < 1e7 && value > -1e7) {
    return Object.is(value, -0) ? '-0.0' : `${value}.0`;
  }
  return javaForm(value, String(value));
}

/** 10^0 to 10^12: the product of one of them and a float is exact in a double. */
const powers = Float64Array.from({ length: 13 }, (_, exponent) => 10 ** exponent);

/** The last float that was written: hits stand beside others of the same score. */
let lastFloat = Number.NaN;
let lastText = '';

/** Java's Float.toString: the shortest digits that are this float. `value` is a float held in a double. */
export function floatText(value: number): string {
  // Zeros of either sign are equal.
  if (value === lastFloat && value !== 0) return lastText;
  lastText = newFloatText(value);
  lastFloat = value;
  return lastText;
}

function newFloatText(value: number): string {
  if (value >= 1e-3 && value < 1e7) {
    const decimal = shortestDecimal(value);
    if (decimal > 0) return Number.isInteger(decimal) ? `${decimal}.0` : String(decimal);
  }
  if (!Number.isFinite(value)) return String(value);
  for (let digits = 6; digits < 9; digits++) {
    const decimal = nearestDecimal(value, digits);
    if (Math.fround(decimal) === value) return javaForm(value, String(decimal));
  }
  return javaForm(value, String(nearestDecimal(value, 9)));
}

/** The double nearest to the decimal of 6 to 9 digits that is this float; 0 where there is none. For [0.001, 10^7). */
function shortestDecimal(value: number): number {
  let exponent = 0;
  if (value >= 1) while (powers[exponent + 1]! <= value) exponent++;
  else while (value * powers[-exponent]! < 1) exponent--;
  for (let digits = 6; digits <= 9; digits++) {
    const shift = digits - 1 - exponent;
    // Of seven digits before the point, the last one is rounded.
    const decimal = shift < 0 ? halfEven(value / 10) * 10 : halfEven(value * powers[shift]!) / powers[shift]!;
    if (Math.fround(decimal) === value) return decimal;
  }
  return 0;
}

/** Of two whole numbers that are equally near the even one, as Java takes it. */
function halfEven(value: number): number {
  const below = Math.floor(value);
  if (value - below !== 0.5) return Math.round(value);
  return below % 2 === 0 ? below : below + 1;
}

/** Rewrites JavaScript's shortest decimal in the notation that Java picks for the size of the number. */
function javaForm(value: number, text: string): string {
  const size = Math.abs(value);
  if (size === 0) return Object.is(value, -0) ? '-0.0' : '0.0';
  if (!Number.isFinite(value)) return text;
  if (size >= 1e-3 && size < 1e7) return text.includes('.') ? text : `${text}.0`;
  const sign = value < 0 ? '-' : '';
  const [mantissa, exponentText = '0'] = text.replace('-', value < 0 ? '' : '-').split('e');
  const [whole, fraction = ''] = mantissa!.split('.');
  const all = whole! + fraction;
  const leading = all.length - all.replace(/^0+/, '').length;
  const digits = all.slice(leading).replace(/0+$/, '');
  const exponent = Number(exponentText) + whole!.length - 1 - leading;
  return `${sign}${digits[0]}.${digits.slice(1) || '0'}E${exponent}`;
}
