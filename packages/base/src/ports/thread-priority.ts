/** What a thread can say to the system of itself, and ask. */
export interface ThreadPriority {
  /** Other threads come first from now on, for ever; nothing happens where the system knows no such thing. */
  lower(): void;
  /** How long the thread was ready to run while others had the processors, since it began; 0 where nobody tells. */
  waitedMs(): number;
}
