import type { ScriptState } from './frame.ts';

/** A function that scripts of a context may call beside their own. */
export interface ContextFunction {
  readonly params: readonly string[];
  readonly returns: string;
  /** So many of the first arguments are looked at when a place is called first: what follows from them is kept there. */
  readonly bound: number;
  /** It asks for the document, which functions of the script are not given. */
  readonly ofDocument: boolean;
  /** Its first argument may be null; where it stands is then told as that of what is given to it, as OpenSearch has it. */
  readonly takesNull?: true;
  /** Throws JavaError where the bound arguments are none that it takes. */
  readonly make: (state: ScriptState, bound: readonly unknown[]) => (...values: never[]) => unknown;
}

/** By name and number of arguments: `saturation/2`. */
export type ContextFunctions = ReadonlyMap<string, ContextFunction>;
