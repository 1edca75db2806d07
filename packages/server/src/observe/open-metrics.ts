/** What a number means: it only grows, or it is what is there now. */
export type MetricKind = 'counter' | 'gauge' | 'info';

export interface MetricSample {
  readonly labels?: Readonly<Record<string, string>>;
  readonly value: number;
}

/** The content type of the text. */
export const openMetricsType = 'application/openmetrics-text; version=1.0.0; charset=utf-8';

/** Figures as OpenMetrics text: a family each, then its samples; `end` closes it. */
export class OpenMetrics {
  readonly #lines: string[] = [];

  /** `name` without the suffix that the kind asks for (`_total`, `_info`). */
  family(name: string, kind: MetricKind, help: string, samples: readonly MetricSample[]): void {
    this.#lines.push(`# TYPE ${name} ${kind}`, `# HELP ${name} ${escaped(help)}`);
    for (const { labels = {}, value } of samples) {
      this.#lines.push(`${name}${suffixes[kind]}${labelsText(labels)} ${numberText(value)}`);
    }
  }

  end(): string {
    return `${[...this.#lines, '# EOF'].join('\n')}\n`;
  }
}

const suffixes: Readonly<Record<MetricKind, string>> = { counter: '_total', gauge: '', info: '_info' };

function labelsText(labels: Readonly<Record<string, string>>): string {
  const parts = Object.entries(labels).map(([name, value]) => `${name}="${escaped(value)}"`);
  return parts.length === 0 ? '' : `{${parts.join(',')}}`;
}

function escaped(text: string): string {
  return text.replaceAll('\\', '\\\\').replaceAll('\n', '\\n').replaceAll('"', '\\"');
}

function numberText(value: number): string {
  if (Number.isFinite(value)) return String(value);
  if (Number.isNaN(value)) return 'NaN';
  return value > 0 ? '+Inf' : '-Inf';
}
