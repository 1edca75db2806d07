/** The decimal of so many digits that is nearest to a number; of two that are, as Java takes it, the one whose last digit is even. */
export function nearestDecimal(value: number, digits: number): number {
  const [mantissa = '', exponent = '0'] = value.toExponential(60).split('e');
  const point = mantissa.indexOf('.');
  const end = digits === 1 ? point : point + digits;
  const [head, rest] = [mantissa.slice(0, end), mantissa.slice(end).replace('.', '')];
  const isTie = /^50*$/.test(rest) && /[02468]$/.test(head);
  return Number(isTie ? `${head}e${exponent}` : value.toPrecision(digits));
}
