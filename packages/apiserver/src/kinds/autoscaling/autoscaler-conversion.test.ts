import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { asAutoscaler, asOldAutoscaler } from './autoscaler-conversion.ts';
import type { Autoscaler } from './autoscaler-spec.ts';

const PREFIX = 'autoscaling.alpha.kubernetes.io/';
const scaleTargetRef = { kind: 'Deployment', name: 'd', apiVersion: 'apps/v1' };

/** With everything that the old version cannot say. */
const FULL: Autoscaler = {
  kind: 'HorizontalPodAutoscaler',
  apiVersion: 'autoscaling/v2',
  metadata: { name: 'full', annotations: { own: 'x' } },
  spec: {
    scaleTargetRef,
    minReplicas: 1,
    maxReplicas: 4,
    metrics: [
      {
        type: 'Object',
        object: {
          describedObject: { kind: 'Service', name: 's', apiVersion: 'v1' },
          target: { type: 'Value', value: '5' },
          metric: { name: 'm', selector: { matchLabels: { a: 'b' } } },
        },
      },
      {
        type: 'Object',
        object: {
          describedObject: { kind: 'Service', name: 's' },
          target: { type: 'AverageValue', averageValue: '5' },
          metric: { name: 'm2' },
        },
      },
      { type: 'Pods', pods: { metric: { name: 'p' }, target: { type: 'AverageValue', averageValue: '10' } } },
      {
        type: 'ContainerResource',
        containerResource: {
          name: 'cpu',
          target: { type: 'Utilization', averageUtilization: 60 },
          container: 'c',
        },
      },
      {
        type: 'External',
        external: { metric: { name: 'e' }, target: { type: 'AverageValue', averageValue: '3' } },
      },
      { type: 'Resource', resource: { name: 'cpu', target: { type: 'AverageValue', averageValue: '100m' } } },
      {
        type: 'Resource',
        resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization: 50 } },
      },
    ],
    behavior: {
      scaleUp: { selectPolicy: 'Max', policies: [{ type: 'Pods', value: 4, periodSeconds: 15 }] },
      scaleDown: {
        stabilizationWindowSeconds: 0,
        tolerance: '100m',
        policies: [{ type: 'Percent', value: 100, periodSeconds: 15 }],
      },
    },
  },
  status: {
    currentReplicas: 1,
    desiredReplicas: 2,
    currentMetrics: [
      { type: 'Resource', resource: { name: 'cpu', current: { averageValue: '7m', averageUtilization: 5 } } },
      {
        type: 'Object',
        object: {
          metric: { name: 'm' },
          current: { value: '1' },
          describedObject: { kind: 'Service', name: 's' },
        },
      },
    ],
    conditions: [{ type: 'AbleToScale', status: 'True', lastTransitionTime: '2026-01-01T00:00:00Z' }],
  },
};

/** What a real server answered for it. */
const ANNOTATIONS = {
  own: 'x',
  [`${PREFIX}behavior`]:
    '{"ScaleUp":{"StabilizationWindowSeconds":null,"SelectPolicy":"Max","Policies":[{"Type":"Pods","Value":4,"PeriodSeconds":15}],"Tolerance":null},"ScaleDown":{"StabilizationWindowSeconds":0,"SelectPolicy":null,"Policies":[{"Type":"Percent","Value":100,"PeriodSeconds":15}],"Tolerance":"100m"}}',
  [`${PREFIX}conditions`]:
    '[{"type":"AbleToScale","status":"True","lastTransitionTime":"2026-01-01T00:00:00Z"}]',
  [`${PREFIX}current-metrics`]:
    '[{"type":"Resource","resource":{"name":"cpu","currentAverageUtilization":5,"currentAverageValue":"7m"}},{"type":"Object","object":{"target":{"kind":"Service","name":"s"},"metricName":"m","currentValue":"1"}}]',
  [`${PREFIX}metrics`]:
    '[{"type":"Object","object":{"target":{"kind":"Service","name":"s","apiVersion":"v1"},"metricName":"m","targetValue":"5","selector":{"matchLabels":{"a":"b"}}}},{"type":"Object","object":{"target":{"kind":"Service","name":"s"},"metricName":"m2","targetValue":"0","averageValue":"5"}},{"type":"Pods","pods":{"metricName":"p","targetAverageValue":"10"}},{"type":"ContainerResource","containerResource":{"name":"cpu","targetAverageUtilization":60,"container":"c"}},{"type":"External","external":{"metricName":"e","targetAverageValue":"3"}},{"type":"Resource","resource":{"name":"cpu","targetAverageValue":"100m"}}]',
};

describe('autoscalers of autoscaling/v1 and v2', () => {
  it('v1 has in annotations what it cannot say', () => {
    const old = asOldAutoscaler(FULL);
    assert.deepEqual(old.metadata.annotations, ANNOTATIONS);
    const spec = { scaleTargetRef, minReplicas: 1, maxReplicas: 4, targetCPUUtilizationPercentage: 50 };
    assert.deepEqual(old.spec, spec);
    assert.deepEqual(old.status, {
      currentReplicas: 1,
      desiredReplicas: 2,
      currentCPUUtilizationPercentage: 5,
    });
  });

  it('nothing is lost on the way there and back', () => {
    assert.deepEqual(asAutoscaler(asOldAutoscaler(FULL)), FULL);
  });

  it('the CPU is assumed where nothing is said', () => {
    const made = asAutoscaler({
      ...FULL,
      metadata: {},
      spec: { scaleTargetRef, maxReplicas: 1 },
      status: {},
    });
    const target = { type: 'Utilization', averageUtilization: 80 };
    assert.deepEqual(made.spec?.metrics, [{ type: 'Resource', resource: { name: 'cpu', target } }]);
  });

  it('half an object is converted as far as it goes', () => {
    const half = { kind: 'HorizontalPodAutoscaler', apiVersion: 'autoscaling/v2' } as unknown as Autoscaler;
    assert.deepEqual(asOldAutoscaler({ ...half, metadata: {} }).spec, {
      scaleTargetRef: { kind: '', name: '' },
      maxReplicas: 0,
    });
  });

  const ODD: [string, string][] = [
    ['metrics', 'no JSON'],
    ['metrics', '{}'],
    ['metrics', '[1, null]'],
    ['metrics', '[{"type":"Pods","pods":{"metricName":5}}]'],
    ['metrics', '[{"type":"Pods","pods":"x"}]'],
    ['behavior', '[]'],
    ['behavior', '{"ScaleUp":{"Policies":"x"}}'],
    ['behavior', '{"ScaleUp":{"Policies":[null]}}'],
    ['conditions', '[{"__proto__":{"x":1}}]'],
    ['current-metrics', '"x"'],
  ];
  for (const [name, text] of ODD) {
    it(`an annotation that somebody wrote by hand is passed over: ${name} ${text}`, () => {
      const annotations = { [`${PREFIX}${name}`]: text };
      const spec = { scaleTargetRef, maxReplicas: 1, targetCPUUtilizationPercentage: 5 };
      const made = asAutoscaler({ ...FULL, metadata: { annotations }, spec, status: {} });
      assert.equal(made.metadata.annotations, undefined);
      assert.equal(made.spec?.metrics?.length, 1);
      assert.equal(made.spec?.behavior, undefined);
      assert.equal(made.status?.currentMetrics, null);
    });
  }
});
