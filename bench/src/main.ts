/** npm run bench -- NAME [flags]: prints a table and writes it as JSON beside the earlier ones. */
import { mkdir, writeFile } from 'node:fs/promises';
import { arch, cpus, totalmem } from 'node:os';
import { join } from 'node:path';
import type { Benchmark, BenchmarkResult } from './benchmark.ts';
import { formatTable } from './format-table.ts';

const BENCHMARKS: Record<string, () => Promise<Benchmark>> = {
  apiserver: async () => (await import('./apiserver/apiserver-benchmark.ts')).apiServerBenchmark,
  client: async () => (await import('./client/client-benchmark.ts')).clientBenchmark,
  distribution: async () => (await import('./distribution/distribution-benchmark.ts')).distributionBenchmark,
  playground: async () => (await import('./playground/playground-benchmark.ts')).playgroundBenchmark,
  reflector: async () => (await import('./reflector/reflector-benchmark.ts')).reflectorBenchmark,
  tunnel: async () => (await import('./tunnel/tunnel-benchmark.ts')).tunnelBenchmark,
};

process.exitCode = await main(process.argv.slice(2));

async function main([name, ...args]: string[]): Promise<number> {
  const load = name === undefined ? undefined : BENCHMARKS[name];
  if (name === undefined || load === undefined) {
    console.error(`usage: npm run bench -- ${Object.keys(BENCHMARKS).join('|')} [flags]`);
    return 2;
  }
  const benchmark = await load();
  const result = await benchmark.run(args, (line) => console.log(`  ${line}`));
  for (const { title, rows } of result.tables) console.log(`\n${title}\n\n${formatTable(rows)}`);
  console.log(`\nwritten to ${await save(name, result)}`);
  return 0;
}

async function save(name: string, result: BenchmarkResult): Promise<string> {
  const dir = join('bench', 'results');
  await mkdir(dir, { recursive: true });
  const time = new Date().toISOString();
  const file = join(dir, `${name}-${time.replace(/[:.]/g, '-')}.json`);
  const machine = {
    cpu: cpus()[0]?.model,
    cores: cpus().length,
    memoryBytes: totalmem(),
    arch: arch(),
    node: process.version,
  };
  await writeFile(file, `${JSON.stringify({ name, time, machine, ...result }, null, 2)}\n`);
  return file;
}
