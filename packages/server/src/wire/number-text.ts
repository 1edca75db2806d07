/** Java's Double.toString: `3.0`, `0.001`, `1.0E7`, `1.234E-5`; NaN and infinities by name. */
export function doubleText(value: number): string {
  if (Number.isInteger(value) && value < 1e7 && value > -1e7) {
    return Object.is(value, -0) ? '-0.0' : `${value}.0`;
  }
  return javaForm(value, String(value));
}

/** Java's Float.toString: the shortest digits that are this float. `value` is a float held in a double. */
export function floatText(value: number): string {
  if (!Number.isFinite(value)) return String(value);
  for (let digits = 6; digits < 9; digits++) {
    const text = value.toPrecision(digits);
    if (Math.fround(Number(text)) === value) return javaForm(value, String(Number(text)));
  }
  return javaForm(value, String(Number(value.toPrecision(9))));
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
