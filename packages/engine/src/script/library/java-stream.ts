import type { JavaObject } from '../values.ts';

/** A stream of Java, whose elements are all there already. `kind`: of what. */
export class JavaStream implements JavaObject {
  readonly javaClass: 'Stream' | 'IntStream' | 'LongStream' | 'DoubleStream';
  readonly items: unknown[];
  constructor(javaClass: JavaStream['javaClass'], items: unknown[]) {
    this.javaClass = javaClass;
    this.items = items;
  }
}
