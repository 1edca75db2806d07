/**
 * Lucene's `PriorityQueue`: keeps the greatest elements. The order of equal ones is the one that they have there, which
 * follows from the way they went through the heap.
 */
export class LuceneQueue<T> {
  readonly #max: number;
  readonly #lessThan: (a: T, b: T) => boolean;
  /** From 1 on. */
  readonly #heap: T[] = [];
  #size = 0;

  constructor(max: number, lessThan: (a: T, b: T) => boolean) {
    this.#max = max;
    this.#lessThan = lessThan;
  }

  /** Whether the element is kept, at least for now. */
  offer(element: T): boolean {
    if (this.#size < this.#max) {
      this.#size++;
      this.#heap[this.#size] = element;
      this.#up(this.#size);
      return true;
    }
    if (this.#size === 0 || !this.#lessThan(this.#heap[1]!, element)) return false;
    this.#heap[1] = element;
    this.#down();
    return true;
  }

  /** The greatest one first; the queue is empty afterwards. */
  drain(): T[] {
    const list: T[] = [];
    while (this.#size > 0) {
      list.push(this.#heap[1]!);
      this.#heap[1] = this.#heap[this.#size]!;
      this.#size--;
      this.#down();
    }
    return list.reverse();
  }

  #up(from: number): void {
    const heap = this.#heap;
    const element = heap[from]!;
    let at = from;
    for (let parent = at >>> 1; parent > 0 && this.#lessThan(element, heap[parent]!); parent >>>= 1) {
      heap[at] = heap[parent]!;
      at = parent;
    }
    heap[at] = element;
  }

  #down(): void {
    if (this.#size === 0) return;
    const heap = this.#heap;
    const element = heap[1]!;
    let at = 1;
    for (let child = this.#lesserChild(at); child <= this.#size; child = this.#lesserChild(at)) {
      if (!this.#lessThan(heap[child]!, element)) break;
      heap[at] = heap[child]!;
      at = child;
    }
    heap[at] = element;
  }

  #lesserChild(at: number): number {
    const left = at << 1;
    const right = left + 1;
    return right <= this.#size && this.#lessThan(this.#heap[right]!, this.#heap[left]!) ? right : left;
  }
}
