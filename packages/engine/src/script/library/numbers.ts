import type { ScriptHost } from '../../budget/script-host.ts';
import { JavaError } from '../java-error.ts';
import {
  compareDoubles,
  compareOf,
  equalsOf,
  hashOf,
  intOfLong,
  JavaArray,
  JavaLong,
  type LongValue,
  longOf,
  rawNumber,
  textOf,
  textOfType,
  truncateToInt,
  truncateToLong,
  wrapLong,
} from '../values.ts';
import { type Lambda, numberOf } from './calls.ts';
import { characterClass } from './characters.ts';
import { type JavaClass, javaClass } from './class-table.ts';
import {
  doubleBitsMembers,
  floatBitsMembers,
  intBits,
  longBits,
  mathBits,
  smallMembers,
} from './number-bits.ts';
import { parseJavaDouble, parseJavaInt, parseJavaLong, usedRadix } from './number-text.ts';

const objectClass = javaClass({
  name: 'Object',
  fullName: 'java.lang.Object',
  supers: [],
  members: {
    'boolean equals(Object)': (self: unknown, other: unknown) => equalsOf(self, other),
    'int hashCode()': hashOf,
    'String toString()': textOf,
  },
});

const number = (value: unknown): number => Number(rawNumber(value));

const int = (value: unknown): number =>
  value instanceof JavaLong ? intOfLong(value.value) : truncateToInt(number(value));

const numberClass = javaClass({
  name: 'Number',
  fullName: 'java.lang.Number',
  members: {
    'int intValue()': int,
    'long longValue()': (self: unknown) =>
      self instanceof JavaLong ? self.value : truncateToLong(number(self)),
    'double doubleValue()': number,
    'float floatValue()': (self: unknown) => Math.fround(number(self)),
    'short shortValue()': (self: unknown) => (int(self) << 16) >> 16,
    'byte byteValue()': (self: unknown) => (int(self) << 24) >> 24,
  },
});

const compareLongs = (a: LongValue, b: LongValue): number => (a < b ? -1 : Number(a > b));

const integer = javaClass({
  name: 'Integer',
  fullName: 'java.lang.Integer',
  supers: ['Number', 'Comparable'],
  constants: { 'int MAX_VALUE': 2147483647, 'int MIN_VALUE': -2147483648, 'int SIZE': 32, 'int BYTES': 4 },
  members: {
    ...intBits,
    'static int parseInt(String)': (text: string | null) => parseJavaInt(text, 10),
    'static int parseInt(String, int)': parseJavaInt,
    'static Integer valueOf(def)': (value: unknown) => {
      return typeof value === 'string' ? parseJavaInt(value, 10) : truncateToInt(number(value));
    },
    'static String toString(int)': String,
    'static String toString(int, int)': (value: number, radix: number) => value.toString(usedRadix(radix)),
    'static String toBinaryString(int)': (value: number) => (value >>> 0).toString(2),
    'static String toHexString(int)': (value: number) => (value >>> 0).toString(16),
    'static String toOctalString(int)': (value: number) => (value >>> 0).toString(8),
    'static int compare(int, int)': compareLongs,
    'static int max(int, int)': Math.max,
    'static int min(int, int)': Math.min,
    'static int sum(int, int)': (a: number, b: number) => (a + b) | 0,
    'static int signum(int)': Math.sign,
    'static int bitCount(int)': (value: number) => (value >>> 0).toString(2).replaceAll('0', '').length,
    'static int numberOfLeadingZeros(int)': Math.clz32,
    'static int hashCode(int)': (value: number) => value,
    'int compareTo(Integer)': compareOf,
  },
});

const long = javaClass({
  name: 'Long',
  fullName: 'java.lang.Long',
  supers: ['Number', 'Comparable'],
  constants: {
    'long MAX_VALUE': 2n ** 63n - 1n,
    'long MIN_VALUE': -(2n ** 63n),
    'int SIZE': 64,
    'int BYTES': 8,
  },
  members: {
    ...longBits,
    'static long parseLong(String)': (text: string | null) => parseJavaLong(text, 10),
    'static long parseLong(String, int)': parseJavaLong,
    'static Long valueOf(def)': (value: unknown) => {
      if (typeof value === 'string') return new JavaLong(parseJavaLong(value, 10));
      return value instanceof JavaLong ? value : new JavaLong(longOf(number(value)));
    },
    'static String toString(long)': String,
    'static String toHexString(long)': (value: LongValue) => BigInt.asUintN(64, BigInt(value)).toString(16),
    'static String toBinaryString(long)': (value: LongValue) => BigInt.asUintN(64, BigInt(value)).toString(2),
    'static int compare(long, long)': compareLongs,
    'static long max(long, long)': (a: LongValue, b: LongValue) => (a >= b ? a : b),
    'static long min(long, long)': (a: LongValue, b: LongValue) => (a <= b ? a : b),
    'static long sum(long, long)': (a: LongValue, b: LongValue) => wrapLong(BigInt(a) + BigInt(b)),
    'static int signum(long)': (value: LongValue) => compareLongs(value, 0),
    'int compareTo(Long)': compareOf,
  },
});

const double = javaClass({
  name: 'Double',
  fullName: 'java.lang.Double',
  supers: ['Number', 'Comparable'],
  constants: {
    'double MAX_VALUE': Number.MAX_VALUE,
    'double MIN_VALUE': Number.MIN_VALUE,
    'double NaN': Number.NaN,
    'double POSITIVE_INFINITY': Number.POSITIVE_INFINITY,
    'double NEGATIVE_INFINITY': Number.NEGATIVE_INFINITY,
    'double MIN_NORMAL': 2 ** -1022,
    'int MAX_EXPONENT': 1023,
    'int MIN_EXPONENT': -1022,
    'int SIZE': 64,
    'int BYTES': 8,
  },
  members: {
    ...doubleBitsMembers,
    'static double parseDouble(String)': parseJavaDouble,
    'static double valueOf(def)': (value: unknown) => {
      return typeof value === 'string' ? parseJavaDouble(value) : number(value);
    },
    'static String toString(double)': (value: number) => textOfType('double', value),
    'static int compare(double, double)': compareDoubles,
    'static boolean isNaN(double)': Number.isNaN,
    'static boolean isInfinite(double)': (value: number) => Math.abs(value) === Number.POSITIVE_INFINITY,
    'static boolean isFinite(double)': Number.isFinite,
    'static double max(double, double)': Math.max,
    'static double min(double, double)': Math.min,
    'static double sum(double, double)': (a: number, b: number) => a + b,
    'boolean isNaN()': (self: unknown) => Number.isNaN(number(self)),
    'boolean isInfinite()': (self: unknown) => Math.abs(number(self)) === Number.POSITIVE_INFINITY,
    'int compareTo(Double)': compareOf,
  },
});

const float = javaClass({
  name: 'Float',
  fullName: 'java.lang.Float',
  supers: ['Number', 'Comparable'],
  constants: {
    'float MAX_VALUE': 3.4028234663852886e38,
    'float MIN_VALUE': 2 ** -149,
    'float MIN_NORMAL': 2 ** -126,
    'float NaN': Number.NaN,
    'float POSITIVE_INFINITY': Number.POSITIVE_INFINITY,
    'float NEGATIVE_INFINITY': Number.NEGATIVE_INFINITY,
    'int MAX_EXPONENT': 127,
    'int MIN_EXPONENT': -126,
    'int SIZE': 32,
    'int BYTES': 4,
  },
  members: {
    ...floatBitsMembers,
    'static boolean isFinite(float)': Number.isFinite,
    'static boolean isInfinite(float)': (value: number) => Math.abs(value) === Number.POSITIVE_INFINITY,
    'static float max(float, float)': Math.max,
    'static float min(float, float)': Math.min,
    'static float sum(float, float)': (a: number, b: number) => Math.fround(a + b),
    'boolean isNaN()': (self: unknown) => Number.isNaN(number(self)),
    'boolean isInfinite()': (self: unknown) => Math.abs(number(self)) === Number.POSITIVE_INFINITY,
    'static float parseFloat(String)': (text: string | null) => Math.fround(parseJavaDouble(text)),
    'static float valueOf(def)': (value: unknown) => {
      return Math.fround(typeof value === 'string' ? parseJavaDouble(value) : number(value));
    },
    'static String toString(float)': (value: number) => textOfType('float', value),
    'static int compare(float, float)': compareDoubles,
    'static boolean isNaN(float)': Number.isNaN,
    'int compareTo(Float)': compareOf,
  },
});

const boolean = javaClass({
  name: 'Boolean',
  fullName: 'java.lang.Boolean',
  supers: ['Comparable'],
  constants: { 'boolean TRUE': true, 'boolean FALSE': false },
  members: {
    'static boolean parseBoolean(String)': (text: string | null) => text?.toLowerCase() === 'true',
    'static boolean valueOf(def)': (value: unknown) => String(value).toLowerCase() === 'true',
    'static String toString(boolean)': String,
    'static int compare(boolean, boolean)': (a: boolean, b: boolean) => Number(a) - Number(b),
    'static int hashCode(boolean)': hashOf,
    'static boolean logicalAnd(boolean, boolean)': (a: boolean, b: boolean) => a && b,
    'static boolean logicalOr(boolean, boolean)': (a: boolean, b: boolean) => a || b,
    'static boolean logicalXor(boolean, boolean)': (a: boolean, b: boolean) => a !== b,
    'boolean booleanValue()': (self: boolean) => self,
    'int compareTo(Boolean)': compareOf,
  },
});

const small = (name: 'Byte' | 'Short', bits: number): JavaClass => {
  const type = name.toLowerCase();
  const most = 2 ** (bits - 1) - 1;
  return javaClass({
    name,
    fullName: `java.lang.${name}`,
    supers: ['Number', 'Comparable'],
    constants: {
      [`${type} MAX_VALUE`]: most,
      [`${type} MIN_VALUE`]: -most - 1,
      'int SIZE': bits,
      'int BYTES': bits / 8,
    },
    members: {
      ...smallMembers(name, name === 'Byte' ? 'byte' : 'short', bits),
      [`int compareTo(${name})`]: compareOf,
    },
  });
};

const exact = (result: bigint, isFine: (value: bigint) => boolean, kind: string): LongValue => {
  if (isFine(result)) return wrapLong(result);
  throw new JavaError('arithmetic_exception', `${kind} overflow`);
};
const fitsInt = (value: bigint): boolean => BigInt.asIntN(32, value) === value;

const math = javaClass({
  name: 'Math',
  fullName: 'java.lang.Math',
  constants: { 'double PI': Math.PI, 'double E': Math.E },
  hosted: { 'static double random()': ({ random }: ScriptHost) => random.float() },
  members: {
    ...mathBits,
    'static double abs(double)': Math.abs,
    'static double max(double, double)': Math.max,
    'static double min(double, double)': Math.min,
    'static double pow(double, double)': (a: number, b: number) =>
      Math.abs(a) === 1 && Math.abs(b) === Number.POSITIVE_INFINITY ? Number.NaN : a ** b,
    'static double sqrt(double)': Math.sqrt,
    'static double cbrt(double)': Math.cbrt,
    'static double log(double)': Math.log,
    'static double log10(double)': Math.log10,
    'static double log1p(double)': Math.log1p,
    'static double exp(double)': Math.exp,
    'static double expm1(double)': Math.expm1,
    'static double floor(double)': Math.floor,
    'static double ceil(double)': Math.ceil,
    'static double rint(double)': (value: number) => {
      const floor = Math.floor(value);
      if (value - floor !== 0.5) return Math.round(value);
      return floor % 2 === 0 ? floor : floor + 1;
    },
    'static long round(double)': (value: number) => {
      const floor = Math.floor(value);
      return truncateToLong(value - floor >= 0.5 ? floor + 1 : floor);
    },
    'static double sin(double)': Math.sin,
    'static double cos(double)': Math.cos,
    'static double tan(double)': Math.tan,
    'static double asin(double)': Math.asin,
    'static double acos(double)': Math.acos,
    'static double atan(double)': Math.atan,
    'static double atan2(double, double)': Math.atan2,
    'static double sinh(double)': Math.sinh,
    'static double cosh(double)': Math.cosh,
    'static double tanh(double)': Math.tanh,
    'static double signum(double)': Math.sign,
    'static double toRadians(double)': (value: number) => value * (Math.PI / 180),
    'static double toDegrees(double)': (value: number) => value * (180 / Math.PI),
    'static double ulp(double)': (value: number) => {
      const size = Math.abs(value);
      const exponent = Math.max(-1022, Math.floor(Math.log2(size === 0 ? Number.MIN_VALUE : size)));
      return 2 ** (exponent - 52);
    },
    'static long floorDiv(long, long)': (a: LongValue, b: LongValue) => {
      if (BigInt(b) === 0n) throw new JavaError('arithmetic_exception', '/ by zero');
      const quotient = BigInt(a) / BigInt(b);
      return wrapLong(
        quotient * BigInt(b) !== BigInt(a) && BigInt(a) < 0n !== BigInt(b) < 0n ? quotient - 1n : quotient,
      );
    },
    'static long floorMod(long, long)': (a: LongValue, b: LongValue) => {
      if (BigInt(b) === 0n) throw new JavaError('arithmetic_exception', '/ by zero');
      const rest = BigInt(a) % BigInt(b);
      return wrapLong(rest !== 0n && rest < 0n !== BigInt(b) < 0n ? rest + BigInt(b) : rest);
    },
    'static int toIntExact(long)': (value: LongValue) => Number(exact(BigInt(value), fitsInt, 'integer')),
    'static int addExact(int, int)': (a: number, b: number) =>
      Number(exact(BigInt(a) + BigInt(b), fitsInt, 'integer')),
    'static int multiplyExact(int, int)': (a: number, b: number) =>
      Number(exact(BigInt(a) * BigInt(b), fitsInt, 'integer')),
  },
});

const comparable = javaClass({
  name: 'Comparable',
  fullName: 'java.lang.Comparable',
  members: { 'int compareTo(def)': compareOf },
});

const iterableText = javaClass({
  name: 'CharSequence',
  fullName: 'java.lang.CharSequence',
  members: {
    'int length()': (self: unknown) => textOf(self).length,
    'char charAt(int)': (self: unknown, at: number) => textOf(self).charCodeAt(at),
  },
});

const objects = javaClass({
  name: 'Objects',
  fullName: 'java.util.Objects',
  members: {
    'static boolean equals(Object, Object)': equalsOf,
    'static boolean isNull(Object)': (value: unknown) => value === null,
    'static boolean nonNull(Object)': (value: unknown) => value !== null,
    'static int hashCode(Object)': hashOf,
    'static int hash(def)': (values: unknown) =>
      values === null ? 0 : hashOf(values instanceof JavaArray ? values.values : [values]),
    'static boolean deepEquals(Object, Object)': equalsOf,
    'static int compare(def, def, Comparator)': (a: unknown, b: unknown, by: Lambda) =>
      a === b ? 0 : numberOf(by(a, b)),
    'static String toString(Object)': textOf,
    'static String toString(Object, String)': (value: unknown, other: string) =>
      value === null ? other : textOf(value),
    'static def requireNonNull(def, String)': (value: unknown, reason: string) => {
      if (value === null) throw new JavaError('null_pointer_exception', reason);
      return value;
    },
    'static def requireNonNull(def)': (value: unknown) => {
      if (value === null) throw new JavaError('null_pointer_exception', null);
      return value;
    },
  },
});

export const numberClasses: readonly JavaClass[] = [
  objectClass,
  numberClass,
  integer,
  long,
  double,
  float,
  boolean,
  characterClass,
  small('Byte', 8),
  small('Short', 16),
  math,
  comparable,
  iterableText,
  objects,
];
