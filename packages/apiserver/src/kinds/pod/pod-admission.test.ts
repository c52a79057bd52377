import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { KubeObject } from '@banyan/api';
import { EMPTY_ENVIRONMENT, type KindEnvironment } from '../kind-environment.ts';
import { admitPod, requireKnownOverhead } from './pod-admission.ts';
import type { Pod, PodSpec } from './pod-spec.ts';

const TOKEN_PATH = '/var/run/secrets/kubernetes.io/serviceaccount';

function pod(spec: Partial<PodSpec> = {}): Pod {
  const containers = [{ name: 'a', image: 'a', resources: {} }];
  return { metadata: { name: 'p', namespace: 'n' }, spec: { containers, ...spec }, status: {} };
}

function cluster(objects: Record<string, object>): KindEnvironment {
  const all: Record<string, object> = { 'serviceaccounts/n/default': {}, ...objects };
  const whole = (object: object, name: string) =>
    ({ apiVersion: 'v1', kind: '', metadata: { name }, ...object }) as KubeObject;
  return {
    ...EMPTY_ENVIRONMENT,
    find: ({ resource }, { namespace = '', name }) => {
      const found = all[`${resource}/${namespace}/${name}`];
      return found && whole(found, name);
    },
    list: ({ resource }) =>
      Object.entries(all)
        .filter(([key]) => key.startsWith(`${resource}/`))
        .map(([key, object]) => whole(object, key.split('/').at(-1) ?? '')),
  };
}

function admitted(spec: Partial<PodSpec> = {}, objects: Record<string, object> = {}): PodSpec {
  const draft = pod(spec);
  admitPod(draft, cluster(objects));
  return draft.spec;
}

describe('a new pod gets', () => {
  it('the default account, and its token mounted', () => {
    const { serviceAccountName, serviceAccount, volumes, containers } = admitted();
    assert.deepEqual([serviceAccountName, serviceAccount], ['default', 'default']);
    assert.deepEqual(
      volumes?.map(({ name }) => name),
      ['kube-api-access-xxxxx'],
    );
    assert.deepEqual(
      containers[0]?.volumeMounts?.map(({ mountPath }) => mountPath),
      [TOKEN_PATH],
    );
  });

  it('no token if it or its account does not want one, or it brings its own', () => {
    assert.equal(admitted({ automountServiceAccountToken: false }).volumes, undefined);
    const quiet = { 'serviceaccounts/n/default': { automountServiceAccountToken: false } };
    assert.equal(admitted({}, quiet).volumes, undefined);
    const volumeMounts = [{ name: 'mine', mountPath: TOKEN_PATH }];
    assert.equal(admitted({ containers: [{ name: 'a', resources: {}, volumeMounts }] }).volumes, undefined);
  });

  it('the pull secrets of its account, unless it has any', () => {
    const account = { 'serviceaccounts/n/default': { imagePullSecrets: [{ name: 's' }] } };
    assert.deepEqual(admitted({}, account).imagePullSecrets, [{ name: 's' }]);
    assert.deepEqual(admitted({ imagePullSecrets: [{ name: 'mine' }] }, account).imagePullSecrets, [
      { name: 'mine' },
    ]);
  });

  it('the priority of its class, of the default class, or none', () => {
    const high = { value: 5, preemptionPolicy: 'Never' };
    const classes = {
      'priorityclasses//high': high,
      'priorityclasses//usual': { value: 1, globalDefault: true },
    };
    const of = ({ priority, priorityClassName, preemptionPolicy }: PodSpec) => [
      priority,
      priorityClassName,
      preemptionPolicy,
    ];
    assert.deepEqual(of(admitted({ priorityClassName: 'high' }, classes)), [5, 'high', 'Never']);
    assert.deepEqual(of(admitted({}, classes)), [1, 'usual', 'PreemptLowerPriority']);
    assert.deepEqual(of(admitted()), [0, undefined, 'PreemptLowerPriority']);
    assert.equal(admitted({ priorityClassName: 'system-node-critical' }).priority, 2_000_001_000);
  });

  it('tolerations of lost nodes, unless it has its own', () => {
    assert.deepEqual(
      admitted().tolerations?.map(({ tolerationSeconds }) => tolerationSeconds),
      [300, 300],
    );
    const all = [{ operator: 'Exists' }];
    assert.deepEqual(admitted({ tolerations: all }).tolerations, all);
  });

  it('the overhead and the place of its runtime class', () => {
    const sandbox = { overhead: { podFixed: { cpu: '1' } }, scheduling: { nodeSelector: { a: 'b' } } };
    const spec = admitted({ runtimeClassName: 'sandbox' }, { 'runtimeclasses//sandbox': sandbox });
    assert.deepEqual([spec.overhead, spec.nodeSelector], [{ cpu: '1' }, { a: 'b' }]);
  });
});

describe('a new pod is forbidden', () => {
  const table: [string, Partial<PodSpec>, string][] = [
    [
      'an account that is not there',
      { serviceAccountName: 'x' },
      'error looking up service account n/x: serviceaccount "x" not found',
    ],
    [
      'a priority class that is not there',
      { priorityClassName: 'x' },
      'no PriorityClass with name x was found',
    ],
    [
      'a priority of its own',
      { priority: 7 },
      'the integer value of priority (7) must not be provided in pod spec; priority admission controller computed 0 from the given PriorityClass name',
    ],
    [
      'a runtime class that is not there',
      { runtimeClassName: 'x' },
      'pod rejected: RuntimeClass "x" not found',
    ],
  ];
  for (const [what, spec, why] of table)
    it(what, () => {
      assert.throws(() => admitted(spec), { message: `pods "p" is forbidden: ${why}`, code: 403 });
    });

  it('an overhead that no class gave it', () => {
    assert.throws(
      () => requireKnownOverhead(pod({ overhead: { cpu: '1' } }), EMPTY_ENVIRONMENT),
      /Overhead set without/,
    );
    assert.doesNotThrow(() => requireKnownOverhead(pod(), EMPTY_ENVIRONMENT));
  });
});
