/**
 * The natural logarithm to the nearest double. Java's differs from it once in some ten thousand times, V8's in one of five,
 * which the difference of two logarithms makes visible.
 *
 * x = 2^k m with m near 1, ln m = 2 artanh((m - 1) / (m + 1)), whose series is summed with twice the digits of a double.
 */
export function exactLog(x: number): number {
  if (!(x > 0) || x === Number.POSITIVE_INFINITY) return Math.log(x);
  const exponent = Math.round(Math.log2(x));
  // Halves of the exponent, as 2^1074 is no double.
  const half = Math.trunc(exponent / 2);
  const mantissa = x / 2 ** half / 2 ** (exponent - half);
  const numerator = mantissa - 1;
  const [denominator, denominatorLow] = twoSum(mantissa, 1);
  const s = numerator / denominator;
  // What is missing of the quotient.
  const [product, productLow] = twoProduct(s, denominator);
  const sLow = (numerator - product - productLow - s * denominatorLow) / denominator;
  const [square, squareTail] = twoProduct(s, s);
  const squareLow = squareTail + 2 * s * sLow;
  let [sum, sumLow] = [1 / LAST_TERM, 0];
  for (let n = LAST_TERM - 2; n >= 1; n -= 2) {
    [sum, sumLow] = multiply(sum, sumLow, square, squareLow);
    const inverse = 1 / n;
    const [check, checkLow] = twoProduct(inverse, n);
    const inverseLow = (1 - check - checkLow) / n;
    [sum, sumLow] = add(inverse, inverseLow, sum, sumLow);
  }
  [sum, sumLow] = multiply(sum, sumLow, 2 * s, 2 * sLow);
  const [whole, wholeLow] = multiply(LN2, LN2_LOW, exponent, 0);
  const [result, resultLow] = add(whole, wholeLow, sum, sumLow);
  return result + resultLow;
}

/** (1/6)^2 to the power of half of it is below what counts. */
const LAST_TERM = 31;

const { LN2 } = Math;
const LN2_LOW = 2.3190468138462996e-17;

type Pair = [high: number, low: number];

/** Exact: Knuth, The Art of Computer Programming 2, 4.2.2. */
function twoSum(a: number, b: number): Pair {
  const sum = a + b;
  const part = sum - a;
  return [sum, a - (sum - part) + (b - part)];
}

const SPLITTER = 2 ** 27 + 1;

/** Exact: Dekker, A floating-point technique for extending the available precision. */
function twoProduct(a: number, b: number): Pair {
  const product = a * b;
  const [aHigh, aLow] = split(a);
  const [bHigh, bLow] = split(b);
  return [product, aLow * bLow - (product - aHigh * bHigh - aLow * bHigh - aHigh * bLow)];
}

function split(a: number): Pair {
  const scaled = SPLITTER * a;
  const high = scaled - (scaled - a);
  return [high, a - high];
}

function add(a: number, aLow: number, b: number, bLow: number): Pair {
  const [sum, error] = twoSum(a, b);
  const low = error + aLow + bLow;
  const high = sum + low;
  return [high, low - (high - sum)];
}

function multiply(a: number, aLow: number, b: number, bLow: number): Pair {
  const [product, error] = twoProduct(a, b);
  const low = error + (a * bLow + aLow * b);
  const high = product + low;
  return [high, low - (high - product)];
}

/** The exponential function to the nearest double, of numbers whose result is neither very large nor very small. */
export function exactExp(x: number): number {
  if (!(Math.abs(x) < 600)) return Math.exp(x);
  const exponent = Math.round(x / LN2);
  const [whole, wholeLow] = multiply(LN2, LN2_LOW, -exponent, 0);
  const [rest, restLow] = add(x, 0, whole, wholeLow);
  let [sum, sumLow] = [1, 0];
  for (let n = LAST_POWER; n >= 1; n--) {
    [sum, sumLow] = multiply(sum, sumLow, rest, restLow);
    [sum, sumLow] = divide(sum, sumLow, n);
    [sum, sumLow] = add(1, 0, sum, sumLow);
  }
  return (sum + sumLow) * 2 ** exponent;
}

/** 0.35 to the power of it, divided by its factorial, is below what counts. */
const LAST_POWER = 20;

function divide(a: number, aLow: number, n: number): Pair {
  const quotient = a / n;
  const [product, error] = twoProduct(quotient, n);
  return [quotient, (a - product - error + aLow) / n];
}
