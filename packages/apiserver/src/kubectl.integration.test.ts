import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { ALL_SCENARIOS, findKubectl, testScenarios, type StartedTarget } from '@banyan/testing/kubectl-suite';
import { knownKubectlDifferences } from './known-differences.ts';
import { startTestCluster } from './test-cluster.ts';

/** `BANYAN_SCENARIOS=apply,edit` runs those alone. */
const ONLY = process.env['BANYAN_SCENARIOS']?.split(',');

const known = knownKubectlDifferences();
const defects: unknown[] = [];

const title = 'kubectl on the embedded server gives the recorded transcripts';
const kubectl = await findKubectl().catch(whereThereIsNone);
if (kubectl === undefined) test(title, { skip: 'there is no kubectl for this machine in the npm package' });
else
  testScenarios({
    title,
    kubectl,
    start,
    compare: 'transcripts',
    known,
    ...(ONLY && { scenarios: ALL_SCENARIOS.filter(({ id }) => ONLY.includes(id)) }),
  });

test('every known difference is about a scenario that there is, and says why', () => {
  for (const [id, reason] of known) {
    assert.ok(
      ALL_SCENARIOS.some((scenario) => scenario.id === id),
      `${id}: there is no such scenario`,
    );
    assert.ok(reason.length > 10, `${id}: why?`);
  }
});

after(() => assert.deepEqual(defects, []));

/** The package has programs for one kind of machine. There it is an error if they are missing. */
function whereThereIsNone(error: unknown): undefined {
  if (process.platform === 'linux' && process.arch === 'x64') throw error;
}

async function start(): Promise<StartedTarget> {
  const cluster = await startTestCluster();
  const kubeconfig = await cluster.kubeconfigFor('admin', ['system:masters']);
  return {
    target: {
      kubeconfig,
      capabilities: new Set(),
      kubeconfigFor: (user, groups) => cluster.kubeconfigFor(user, groups),
    },
    dir: cluster.dir,
    stop: async () => {
      defects.push(...cluster.defects);
      await cluster.stop();
    },
  };
}
