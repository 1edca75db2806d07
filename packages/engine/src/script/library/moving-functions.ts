import type { JavaArray } from '../values.ts';
import { type JavaClass, javaClass } from './class-table.ts';
import {
  ewma,
  extreme,
  holt,
  holtWinters,
  linearWeightedAvg,
  stdDev,
  sum,
  unweightedAvg,
  type Window,
} from './moving-averages.ts';

const windowOf = (array: JavaArray): Window => array.values as readonly number[];

/** What scripts of moving functions may ask of the values of a window. */
export const movingClasses: readonly JavaClass[] = [
  javaClass({
    name: 'MovingFunctions',
    fullName: 'org.opensearch.search.aggregations.pipeline.MovingFunctions',
    members: {
      'static double max(double[])': (values: JavaArray) => extreme(windowOf(values), Math.max),
      'static double min(double[])': (values: JavaArray) => extreme(windowOf(values), Math.min),
      'static double sum(double[])': (values: JavaArray) => sum(windowOf(values)),
      'static double stdDev(double[], double)': (values: JavaArray, avg: number) =>
        stdDev(windowOf(values), avg),
      'static double unweightedAvg(double[])': (values: JavaArray) => unweightedAvg(windowOf(values)),
      'static double linearWeightedAvg(double[])': (values: JavaArray) => linearWeightedAvg(windowOf(values)),
      'static double ewma(double[], double)': (values: JavaArray, alpha: number) =>
        ewma(windowOf(values), alpha),
      'static double holt(double[], double, double)': (values: JavaArray, alpha: number, beta: number) =>
        holt(windowOf(values), alpha, beta, 1)[0]!,
      'static double holtWinters(double[], double, double, double, int, boolean)': (
        values: JavaArray,
        alpha: number,
        beta: number,
        gamma: number,
        period: number,
        multiplicative: boolean,
      ) => {
        const weights = [alpha, beta, gamma] as const;
        const padding = multiplicative ? 1e-10 : 0;
        return holtWinters(windowOf(values), { weights, period, multiplicative, padding }, 1)[0]!;
      },
    },
  }),
];
