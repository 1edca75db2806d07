export interface Suggestion {
  readonly label: string;
  readonly detail?: string;
  /** What is written instead of the label. */
  readonly apply?: string;
}

export interface Suggestions {
  /** Offset in the text from which the chosen one replaces what is there. */
  readonly from: number;
  readonly options: readonly Suggestion[];
}
