/** One benchmark. What it prints are comparisons made in the same run: machines differ, and so do minutes. */
export interface Benchmark {
  run(args: string[], progress: (line: string) => void): Promise<BenchmarkResult>;
}

export interface BenchmarkResult {
  readonly tables: readonly BenchmarkTable[];
}

export interface BenchmarkTable {
  readonly title: string;
  readonly rows: readonly Readonly<Record<string, string | number>>[];
}
