import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { daemonPod, fitOf, nodeOf } from './daemon-pod.ts';
import { sampleDaemon, sampleDaemonSet, sampleNode } from './sample-daemon-set.ts';

describe('the pod of a daemon set', () => {
  test('can only be on its node, and carries its revision', () => {
    const { metadata, spec } = daemonPod(sampleDaemonSet(), 'a', 'hash');
    assert.equal(nodeOf({ apiVersion: 'v1', kind: 'Pod', metadata, spec }), 'a');
    assert.deepEqual(metadata.labels, {
      app: 'log',
      'controller-revision-hash': 'hash',
      'pod-template-generation': '4',
    });
  });

  test('keeps what else its template says of affinity and tolerations', () => {
    const set = sampleDaemonSet();
    const mine = { key: 'mine', operator: 'Exists' } as const;
    set.spec.template.spec.tolerations = [mine];
    set.spec.template.spec.affinity = {
      podAntiAffinity: {},
      nodeAffinity: { requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms: [{}] } },
    };
    const { spec } = daemonPod(set, 'a', 'hash');
    assert.deepEqual(spec.affinity?.podAntiAffinity, {});
    const terms =
      spec.affinity.nodeAffinity?.requiredDuringSchedulingIgnoredDuringExecution?.nodeSelectorTerms;
    assert.equal(terms?.length, 1, 'the node alone decides');
    assert.deepEqual(spec.tolerations?.[0], mine);
    assert.equal(spec.tolerations.length, 7);
  });

  test('tolerates a missing network if it uses that of the host', () => {
    const set = sampleDaemonSet();
    set.spec.template.spec.hostNetwork = true;
    const keys = daemonPod(set, 'a', 'hash').spec.tolerations?.map(({ key }) => key);
    assert.equal(keys?.at(-1), 'node.kubernetes.io/network-unavailable');
  });

  test('is where it runs, whatever it asked for', () => {
    assert.equal(nodeOf(sampleDaemon({ name: 'p', node: 'b' })), 'b');
  });
});

describe('whether a node is fit', () => {
  const cases = [
    ['any node, by default', {}, [], [true, true]],
    ['not one of other labels', { nodeSelector: { zone: 'b' } }, [], [false, false]],
    ['not another than the one named', { nodeName: 'b' }, [], [false, false]],
    [
      'one that is cordoned',
      {},
      [{ key: 'node.kubernetes.io/unschedulable', effect: 'NoSchedule' }],
      [true, true],
    ],
    [
      'not one that is not ready',
      {},
      [{ key: 'node.kubernetes.io/not-ready', effect: 'NoSchedule' }],
      [false, true],
    ],
    [
      'what is on one that is lost stays',
      {},
      [{ key: 'node.kubernetes.io/unreachable', effect: 'NoExecute' }],
      [true, true],
    ],
  ] as const;
  for (const [name, spec, taints, [shouldRun, mayStay]] of cases) {
    test(name, () => {
      const set = sampleDaemonSet();
      Object.assign(set.spec.template.spec, spec);
      assert.deepEqual(fitOf(set, sampleNode('a', [...taints])), { shouldRun, mayStay });
    });
  }
});
