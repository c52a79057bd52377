import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { startCluster } from '@banyan/testing';
import { ID, member, REFUSED, request } from './definition-cases.ts';

const CRDS = join(import.meta.dirname, '../../../../../deploy/crds');

test(
  'a real API server takes deploy/crds, shows the columns and refuses what it must',
  { timeout: 1_200_000 },
  async () => {
    await using cluster = await startCluster();
    const kubectl = async (args: readonly string[], stdin = '') => {
      const { code, stdout, stderr } = await cluster.kubectl(args, { stdin });
      assert.equal(code, 0, stderr);
      return stdout;
    };
    assert.ok((await readdir(CRDS)).includes('clusters.clusternet.io_managedclusters.yaml'));
    await kubectl(['apply', '-f', CRDS]);
    await kubectl(['wait', '--for=condition=Established', '--timeout=60s', '-f', CRDS]);

    for (const [what, object, words] of REFUSED) {
      const { code, stderr } = await cluster.kubectl(['create', '-f', '-'], {
        stdin: JSON.stringify(object),
      });
      assert.notEqual(code, 0, what);
      assert.match(stderr, words, what);
    }
    await kubectl(
      ['create', '-f', '-'],
      JSON.stringify(request({ clusterId: ID, clusterName: 'a'.repeat(60) })),
    );
    await kubectl(['create', '-f', '-'], JSON.stringify(member({ clusterId: ID, syncMode: 'Dual' })));
    const status = {
      k8sVersion: 'v1.36.3',
      readyz: true,
      kubeQPS: 50,
      allocatable: { cpu: 4, memory: '16Gi' },
      conditions: [
        {
          type: 'Ready',
          status: 'True',
          reason: 'ManagedClusterReady',
          message: '',
          lastTransitionTime: '2030-01-01T00:00:00Z',
        },
      ],
    };
    await kubectl([
      'patch',
      'mcls',
      'one',
      '--subresource=status',
      '--type=merge',
      '-p',
      JSON.stringify({ status }),
    ]);

    const columns = (text: string) =>
      text
        .trim()
        .split('\n')
        .map((line) => line.trim().split(/\s{2,}/));
    assert.deepEqual(columns(await kubectl(['get', 'clsrr']))[0], ['NAME', 'CLUSTER ID', 'STATUS', 'AGE']);
    const [header, row] = columns(await kubectl(['get', 'mcls']));
    assert.deepEqual(header, ['NAME', 'CLUSTER ID', 'SYNC MODE', 'KUBERNETES', 'READYZ', 'STATUS', 'AGE']);
    assert.deepEqual(row?.slice(0, -1), ['one', ID, 'Dual', 'v1.36.3', 'true', 'True']);
    const [wide] = columns(await kubectl(['get', 'mcls', '-o', 'wide']));
    assert.deepEqual(wide, [
      'NAME',
      'CLUSTER ID',
      'CLUSTER TYPE',
      'SYNC MODE',
      'KUBERNETES',
      'READYZ',
      'STATUS',
      'AGE',
      'AGENT VERSION',
    ]);
    assert.match(
      await kubectl(['get', 'clusternet', '-o', 'name']),
      /managedcluster\.clusters\.clusternet\.io\/one/,
    );
  },
);
