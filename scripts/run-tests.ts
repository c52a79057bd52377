/**
 * Runs one tier of the tests, each tier known by the end of its files' names:
 *   unit         x.test.ts              Node and npm only, seconds; part of `npm run check`
 *   integration  x.integration.test.ts  Node and npm only, minutes
 *   kube         x.kube.test.ts         needs the binaries of `npm run kube:setup`
 *   soak         x.soak.test.ts         slow
 * More arguments: only files whose path contains one of them.
 */
import { spawnSync } from 'node:child_process';
import { globSync } from 'node:fs';
import { join } from 'node:path';
import { findKubeBinDir, isOnPath } from '@banyan/testing';

const SUFFIX = {
  unit: '.test.ts',
  integration: '.integration.test.ts',
  kube: '.kube.test.ts',
  soak: '.soak.test.ts',
};
/** Files at once. Real clusters share the cores with their tests, so few of those. */
const CONCURRENCY = { unit: 4, integration: 2, kube: 2, soak: 1 };
/** Ends a test file that hangs; it judges nothing, on the busiest machine neither. */
const FILE_LIMIT_MS = { unit: 600_000, integration: 1_200_000, kube: 1_800_000, soak: 3_600_000 };
/** Ends a run in which a file never yields: nothing but this ends it. */
const RUN_LIMIT_MS = { unit: 1_800_000, integration: 3_600_000, kube: 7_200_000, soak: 36_000_000 };

/** Each test file is a process, and many start others: none has to strip and compile again what another has. */
const COMPILE_CACHE = join(import.meta.dirname, '../node_modules/.cache/compiled');

type Tier = keyof typeof SUFFIX;

const [tier, ...filters] = process.argv.slice(2);
if (!isTier(tier)) {
  console.error(`usage: run-tests.ts ${Object.keys(SUFFIX).join('|')} [part of a path ...]`);
  process.exit(2);
}
process.exit(run(tier, filters));

function isTier(name: string | undefined): name is Tier {
  return name !== undefined && Object.hasOwn(SUFFIX, name);
}

function run(tier: Tier, filters: string[]): number {
  const files = filesOf(tier).filter((file) => filters.length === 0 || filters.some((f) => file.includes(f)));
  if (files.length === 0) {
    console.log(`no ${tier} tests${filters.length > 0 ? ` match ${filters.join(', ')}` : ''}`);
    return filters.length > 0 ? 2 : 0;
  }
  if ((tier === 'kube' || tier === 'soak') && findKubeBinDir() === undefined) return withoutKubernetes(files);
  const options = [
    '--test',
    `--test-concurrency=${CONCURRENCY[tier]}`,
    `--test-timeout=${FILE_LIMIT_MS[tier]}`,
  ];
  for (const reporter of [tier === 'unit' ? 'dot' : 'spec', join(import.meta.dirname, 'test-report.ts')])
    options.push(`--test-reporter=${reporter}`, '--test-reporter-destination=stdout');
  for (const setup of tier === 'soak' ? ['file-limit.ts'] : ['file-limit.ts', 'fixed-seed.ts'])
    options.push('--import', join(import.meta.dirname, setup));
  // After the tests' own limit, which names the test.
  const fileLimitMs = String(FILE_LIMIT_MS[tier] + 60_000);
  const env = {
    NODE_COMPILE_CACHE: COMPILE_CACHE,
    BANYAN_TEST_FILE_LIMIT_MS: fileLimitMs,
    ...process.env,
  };
  const limits = { timeout: RUN_LIMIT_MS[tier], killSignal: 'SIGTERM' } as const;
  const { status } = spawnSync(process.execPath, [...options, ...files], {
    stdio: 'inherit',
    env,
    ...limits,
  });
  if (tier === 'integration') nameWhatWasLeftOut();
  return status ?? 1;
}

function filesOf(tier: Tier): string[] {
  const suffix = SUFFIX[tier];
  const longer = Object.values(SUFFIX).filter((other) => other !== suffix && other.endsWith(suffix));
  return globSync([
    'packages/*/src/**/*.test.ts',
    'apps/*/src/**/*.test.ts',
    'scripts/**/*.test.ts',
    'e2e/**/*.test.ts',
  ])
    .filter((file) => file.endsWith(suffix) && !longer.some((other) => file.endsWith(other)))
    .sort();
}

/** Where Go could have built it a missing Kubernetes is a failure; elsewhere what it costs is said. */
function withoutKubernetes(files: string[]): number {
  const failed = isOnPath('go');
  console.log(
    `real Kubernetes is not there${failed ? ', though Go is: npm run kube:setup must have failed' : ''}`,
  );
  console.log(`skipped, since they need it:`);
  for (const file of files) console.log(`  ${file}`);
  return failed ? 1 : 0;
}

/** A reader of `npm test` must know what it did not show. */
function nameWhatWasLeftOut(): void {
  const left = filesOf('kube');
  if (left.length === 0) return;
  console.log(`\nnot part of npm test (they need real Kubernetes; run npm run test:kube):`);
  for (const file of left) console.log(`  ${file}`);
}
