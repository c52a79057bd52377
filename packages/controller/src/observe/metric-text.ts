/** What a metric is said of: names and values. */
export type Labels = Readonly<Record<string, string>>;

export interface Sample {
  /** What is put after the metric's name: `_sum`. */
  readonly suffix?: string;
  readonly labels: Labels;
  readonly value: number;
}

export interface MetricFamily {
  readonly name: string;
  readonly help: string;
  readonly type: 'counter' | 'gauge' | 'histogram';
  readonly samples: Iterable<Sample>;
}

/** In the text format of Prometheus. */
export function metricText(families: Iterable<MetricFamily>): string {
  const lines: string[] = [];
  for (const { name, help, type, samples } of families) {
    lines.push(`# HELP ${name} ${escapeHelp(help)}`, `# TYPE ${name} ${type}`);
    for (const { suffix = '', labels, value } of samples)
      lines.push(`${name}${suffix}${labelText(labels)} ${numberText(value)}`);
  }
  return `${lines.join('\n')}\n`;
}

export function labelText(labels: Labels): string {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${escapeValue(value)}"`);
  return pairs.length === 0 ? '' : `{${pairs.join(',')}}`;
}

function numberText(value: number): string {
  if (Number.isNaN(value)) return 'NaN';
  if (Number.isFinite(value)) return String(value);
  return value > 0 ? '+Inf' : '-Inf';
}

function escapeHelp(text: string): string {
  return text.replaceAll('\\', '\\\\').replaceAll('\n', '\\n');
}

function escapeValue(text: string): string {
  return escapeHelp(text).replaceAll('"', '\\"');
}
