import type { SearchScript } from '../script/search-script.ts';
import { ScriptCursor } from './phases/script-cursor.ts';
import { ScriptFilterScorer } from './script-scorers.ts';
import { type QueryContext, SegmentWeight } from './weight.ts';

interface ScriptFiltering {
  readonly script: SearchScript;
  /** In the words of the request. */
  readonly source: string;
  /** By which it is told from others. */
  readonly key: string;
  readonly score: number;
}

/** The documents of which a script says yes. */
export class ScriptWeight extends SegmentWeight {
  readonly key: string;
  /** A script that says numbers of whole blocks says something of every document. */
  readonly asks: boolean;
  readonly #script: SearchScript;
  readonly #source: string;
  readonly #score: number;

  constructor(context: QueryContext, { script, source, key, score }: ScriptFiltering) {
    super(context);
    this.key = key;
    this.asks = script.runBlock === undefined;
    this.#script = script;
    this.#source = source;
    this.#score = score;
  }

  text(): string {
    return `ScriptQuery(${this.#source})`;
  }

  override scorer(segment: number): ScriptFilterScorer {
    const filtering = { score: this.#score, nestedPath: this.nestedPath };
    return new ScriptFilterScorer(this.segment(segment), this.#script, filtering, this.budget);
  }

  cursor(segment: number): ScriptCursor {
    return new ScriptCursor(this.scorer(segment), this.#score);
  }
}
