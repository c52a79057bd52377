import { startCluster, type Cluster } from '@banyan/testing';
import { builtinScenarios } from './builtin-scenarios.ts';
import { customScenarios } from './custom-scenarios.ts';
import { recordRun, type RecordedRun } from './record-run.ts';
import type { Json, Scenario } from './scenario.ts';

/** A file of packages/patch/generated. */
export interface ApplyFixture {
  readonly kubernetes: string;
  readonly scenario: string;
  readonly apiVersion: string;
  readonly kind: string;
  /** The CustomResourceDefinition, for custom kinds. */
  readonly definition?: Json;
  readonly runs: readonly RecordedRun[];
}

export interface RecordOptions {
  readonly firstSeed: number;
  /** Runs of each built-in kind. */
  readonly runs: number;
}

/** What is kept in the repository: enough for every operation on every kind, little enough to be read. */
export const KEPT: RecordOptions = { firstSeed: 1, runs: 5 };
const STEPS = 16;
/** The first run of each kind has so many updaters that the oldest are folded together. */
const MANY_UPDATERS = { count: 14, steps: 30 };

export async function recordFixtures(options: RecordOptions): Promise<ApplyFixture[]> {
  const cluster = await startCluster({ name: 'apply-fixtures' });
  try {
    await prepare(cluster);
    const scenarios = [...builtinScenarios, ...customScenarios];
    return await Promise.all(scenarios.map((scenario) => recordScenario(cluster, scenario, options)));
  } finally {
    await cluster.stop();
  }
}

async function prepare(cluster: Cluster): Promise<void> {
  await cluster.until('namespace default', async () => {
    const { status } = await cluster.request({ path: '/api/v1/namespaces/default' });
    return status === 200;
  });
  await cluster.request({
    method: 'POST',
    path: '/api/v1/namespaces/default/serviceaccounts',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ apiVersion: 'v1', kind: 'ServiceAccount', metadata: { name: 'default' } }),
  });
  for (const { definition, path } of customScenarios) {
    await cluster.json('POST', '/apis/apiextensions.k8s.io/v1/customresourcedefinitions', definition);
    await cluster.until(path, async () => (await cluster.request({ path })).status === 200);
  }
}

async function recordScenario(
  cluster: Cluster,
  scenario: Scenario,
  { firstSeed, runs }: RecordOptions,
): Promise<ApplyFixture> {
  const { gitVersion } = await cluster.json<{ gitVersion: string }>('GET', '/version');
  const { name, apiVersion, kind, definition } = scenario;
  // Custom kinds have every way of merging, built-in ones only some: twice as many runs of those.
  const length = definition === undefined ? runs : 2 * runs;
  const seeds = Array.from({ length }, (_, index) => firstSeed + index);
  const recorded = await Promise.all(
    seeds.map((seed, index) => {
      const isFirst = index === 0;
      const steps = isFirst ? MANY_UPDATERS.steps : STEPS;
      const updaters = isFirst ? MANY_UPDATERS.count : 2;
      return recordRun({ cluster, scenario, seed, steps, updaters, withInvalid: isFirst });
    }),
  );
  return {
    kubernetes: gitVersion,
    scenario: name,
    apiVersion,
    kind,
    ...(definition && { definition }),
    runs: recorded,
  };
}
