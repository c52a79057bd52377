import assert from 'node:assert/strict';
import { rm, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { writeKubeconfig } from '@banyan/kube';
import { ALL_SCENARIOS, findKubectl, testScenarios, type StartedTarget } from '@banyan/testing/kubectl-suite';
import { startPlaygroundCluster } from './cluster/playground-cluster.ts';

/** `BANYAN_SCENARIOS=rollout,logs` runs those alone. */
const ONLY = process.env['BANYAN_SCENARIOS']?.split(',');
const defects: unknown[] = [];
/** Recorded with kwok as the kubelet, which shows otherwise what the playground shows as a kubelet would. e2e/ has them. */
const SHOWN_OTHERWISE = new Set([
  'describe-workloads', // conditions and container ids
  'drain', // a node that the scenario makes itself, which only kwok plays
  'get-workloads', // the version and the network of the node
  'logs', // lines that kwok was given
  'pod-life', // conditions
  'port-forward', // an echo that kwok was given
]);
/** What an API server alone can answer is tested there. */
const scenarios = ALL_SCENARIOS.filter(
  ({ id, needs = [] }) => ONLY?.includes(id) ?? (needs.length > 0 && !SHOWN_OTHERWISE.has(id)),
);

const title = 'kubectl on a playground cluster gives what it gave on a real one';
const kubectl = await findKubectl().catch(() => undefined);
if (kubectl === undefined) test(title, { skip: 'there is no kubectl for this machine in the npm package' });
else testScenarios({ title, kubectl, start, compare: 'transcripts', scenarios });

after(() => assert.deepEqual(defects, []));

async function start(): Promise<StartedTarget> {
  const dir = await mkdtemp(join(tmpdir(), 'banyan-playground-'));
  // As in the real one: it is known where a pod is.
  const cluster = await startPlaygroundCluster({
    name: 'playground',
    nodes: 1,
    nodePrefix: 'node-',
    onDefect: (error) => defects.push(error),
  });
  const { server, certificates } = cluster;
  const kubeconfigFor = async (user: string, groups: readonly string[]) => {
    const { certificate, key } = certificates.client(user, groups);
    const file = join(dir, `${user.replaceAll(/[^\w.-]/g, '_')}.kubeconfig`);
    const clientCertificate = { cert: certificate, key };
    await writeKubeconfig(file, [{ name: 'cluster', server, ca: certificates.ca, clientCertificate }]);
    return file;
  };
  return {
    target: {
      kubeconfig: await kubeconfigFor('admin', ['system:masters']),
      capabilities: new Set(['controllers', 'kubelet']),
      kubeconfigFor,
    },
    dir,
    stop: async () => {
      await cluster.stop();
      await rm(dir, { recursive: true, force: true });
    },
  };
}
