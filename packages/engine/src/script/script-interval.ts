import { JavaValue } from './values.ts';

/** The interval that scripts are asked about. */
export class ScriptInterval extends JavaValue {
  readonly javaClass = 'IntervalFilterScript.Interval';
  start = 0;
  end = 0;
  gaps = 0;

  override text(): string {
    return 'org.opensearch.index.query.IntervalFilterScript$Interval';
  }
}
