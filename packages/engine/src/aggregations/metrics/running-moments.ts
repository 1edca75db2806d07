/** Plain data of `RunningMoments`. */
export interface MomentsState {
  readonly count: number;
  readonly sums: readonly number[];
  readonly means: readonly number[];
  readonly second: readonly number[];
  readonly third: readonly number[];
  readonly fourth: readonly number[];
  readonly products: readonly number[];
}

/**
 * Central moments of several fields, and of pairs of them, updated document by document: each step as OpenSearch's
 * `RunningStats` rounds it (formulas of Sandia report SAND2008-6212).
 */
export class RunningMoments {
  readonly #width: number;
  count = 0;
  readonly #sums: Float64Array;
  readonly means: Float64Array;
  /** Sums of the powers of what values are from the mean. */
  readonly second: Float64Array;
  readonly third: Float64Array;
  readonly fourth: Float64Array;
  /** Of pairs: row i, column j, where i < j. */
  readonly products: Float64Array;
  readonly #deltas: Float64Array;

  constructor(width: number) {
    this.#width = width;
    this.#sums = new Float64Array(width);
    this.means = new Float64Array(width);
    this.second = new Float64Array(width);
    this.third = new Float64Array(width);
    this.fourth = new Float64Array(width);
    this.products = new Float64Array(width * width);
    this.#deltas = new Float64Array(width);
  }

  /** Bytes that so many fields take. */
  static bytes(width: number): number {
    return (6 + width) * width * 8;
  }

  /** One value of each field. */
  add(values: Float64Array): void {
    const count = ++this.count;
    const { means, second, third, fourth } = this;
    for (let i = 0; i < this.#width; i++) {
      const value = values[i]!;
      this.#sums[i] = value + this.#sums[i]!;
      this.#deltas[i] = value * count - this.#sums[i]!;
      if (count === 1) {
        means[i] = value;
        continue;
      }
      const mean = means[i]!;
      const distance = value - mean;
      const part = distance / count;
      const step = distance * part * (count - 1);
      const [m2, m3] = [second[i]!, third[i]!];
      means[i] = mean + part;
      second[i] = m2 + step;
      third[i] = m3 + (step * part * (count - 2) - 3 * part * m2);
      const square = part * part;
      const m4 = step * square * (count * count - 3 * count + 3) + 6 * square * m2 - 4 * part * m3;
      fourth[i] = fourth[i]! + m4;
    }
    if (count > 1) this.#addProducts(count);
  }

  #addProducts(count: number): void {
    const width = this.#width;
    const deltas = this.#deltas;
    const share = 1 / (count * (count - 1));
    for (let i = 0; i < width; i++) {
      for (let j = i + 1; j < width; j++) {
        const at = i * width + j;
        this.products[at] = this.products[at]! + share * deltas[i]! * deltas[j]!;
      }
    }
  }

  /** Takes what others have found of other documents. */
  merge(other: RunningMoments): void {
    if (other.count === 0) return;
    if (this.count === 0) {
      this.absorb(other.state());
      return;
    }
    const [nA, nB] = [this.count, other.count];
    const all = nA + nB;
    this.count = all;
    for (let i = 0; i < this.#width; i++) {
      this.#deltas[i] = other.#sums[i]! / nB - this.#sums[i]! / nA;
      this.#mergeField(other, i, nA, nB);
    }
    const factor = (nA * nB) / all;
    const width = this.#width;
    for (let i = 0; i < width; i++) {
      for (let j = i + 1; j < width; j++) {
        const at = i * width + j;
        const gained = other.products[at]! + factor * this.#deltas[i]! * this.#deltas[j]!;
        this.products[at] = this.products[at]! + gained;
      }
    }
  }

  #mergeField(other: RunningMoments, i: number, nA: number, nB: number): void {
    const all = nA + nB;
    const [meanA, meanB] = [this.means[i]!, other.means[i]!];
    const [varA, varB] = [this.second[i]!, other.second[i]!];
    const [skewA, skewB] = [this.third[i]!, other.third[i]!];
    const [kurtA, kurtB] = [this.fourth[i]!, other.fourth[i]!];
    this.means[i] = (nA * meanA + nB * meanB) / all;
    this.#sums[i] = this.#sums[i]! + other.#sums[i]!;
    const d = meanB - meanA;
    const d2 = d * d;
    const d3 = d * d2;
    const d4 = d2 * d2;
    const n2 = all * all;
    const [nA2, nB2] = [nA * nA, nB * nB];
    this.second[i] = varA + varB + (d2 * nA * nB) / all;
    const skew = skewA + skewB + (d3 * nA * nB * (nA - nB)) / n2;
    this.third[i] = skew + (3 * d * (nA * varB - nB * varA)) / all;
    const kurt = kurtA + kurtB + (d4 * nA * nB * (nA2 - nA * nB + nB2)) / (n2 * all);
    this.fourth[i] =
      kurt + (6 * d2 * (nA2 * varB + nB2 * varA)) / n2 + (4 * d * (nA * skewB - nB * skewA)) / all;
  }

  state(): MomentsState {
    return {
      count: this.count,
      sums: [...this.#sums],
      means: [...this.means],
      second: [...this.second],
      third: [...this.third],
      fourth: [...this.fourth],
      products: [...this.products],
    };
  }

  /** Takes the place of what was found here. */
  absorb(state: MomentsState): void {
    this.count = state.count;
    this.#sums.set(state.sums);
    this.means.set(state.means);
    this.second.set(state.second);
    this.third.set(state.third);
    this.fourth.set(state.fourth);
    this.products.set(state.products);
  }
}
