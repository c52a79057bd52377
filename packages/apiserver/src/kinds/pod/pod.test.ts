import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { KubeObject } from '@banyan/api';
import { EMPTY_ENVIRONMENT } from '../kind-environment.ts';
import { qosClassOf } from './pod-qos.ts';
import type { PodSpec } from './pod-spec.ts';
import { podRules } from './pod.ts';

const rules = podRules(EMPTY_ENVIRONMENT);

function pod(spec: object, status: object = {}): KubeObject {
  return { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'p' }, spec, status };
}

describe('the time that a pod is given to end', () => {
  const table: [string, object, object, number | undefined, number][] = [
    ['is what was asked', { nodeName: 'n', terminationGracePeriodSeconds: 30 }, {}, 5, 5],
    [
      'is its own if nothing was asked',
      { nodeName: 'n', terminationGracePeriodSeconds: 30 },
      {},
      undefined,
      30,
    ],
    ['is none if it is on no node', { terminationGracePeriodSeconds: 30 }, {}, undefined, 0],
    [
      'is none if it has ended',
      { nodeName: 'n', terminationGracePeriodSeconds: 30 },
      { phase: 'Failed' },
      5,
      0,
    ],
    ['is a second if less than nothing was asked', { nodeName: 'n' }, {}, -1, 1],
  ];
  for (const [what, spec, status, asked, seconds] of table)
    it(what, () => assert.equal(rules.gracePeriodSeconds?.(pod(spec, status), asked), seconds));
});

describe('a pod can be selected', () => {
  it('by its node, phase and more', () => {
    const fields = rules.selectableFields?.(
      pod({ nodeName: 'n', hostNetwork: true }, { phase: 'Running', podIPs: [{ ip: '1.2.3.4' }] }),
    );
    assert.deepEqual(fields, {
      'spec.nodeName': 'n',
      'spec.restartPolicy': '',
      'spec.schedulerName': '',
      'spec.serviceAccountName': '',
      'spec.hostNetwork': 'true',
      'status.phase': 'Running',
      'status.podIP': '1.2.3.4',
      'status.nominatedNodeName': '',
    });
  });
});

describe('the quality of service of a pod', () => {
  const both = { cpu: '1', memory: '1Gi' };
  const table: [string, PodSpec['containers'][number]['resources'][], string][] = [
    ['is best effort if it asks for nothing', [{}], 'BestEffort'],
    ['is guaranteed if all it asks for is its limit', [{ limits: both, requests: both }], 'Guaranteed'],
    [
      'is guaranteed however that is written',
      [{ limits: both, requests: { cpu: '1000m', memory: '1024Mi' } }],
      'Guaranteed',
    ],
    [
      'is burstable if it asks for less',
      [{ limits: both, requests: { cpu: '500m', memory: '1Gi' } }],
      'Burstable',
    ],
    ['is burstable if one container has no limit', [{ limits: both, requests: both }, {}], 'Burstable'],
    ['counts processors and memory only', [{ requests: { 'example.com/x': '1' } }], 'BestEffort'],
  ];
  for (const [what, resources, expected] of table)
    it(what, () => {
      const containers = resources.map((each, i) => ({ name: `c${i}`, resources: each }));
      assert.equal(qosClassOf({ containers }), expected);
    });
});
