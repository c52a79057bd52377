import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { KubeObject } from '@banyan/api';
import type { ApiError } from '../../errors/api-error.ts';
import { EMPTY_ENVIRONMENT, type KindEnvironment } from '../kind-environment.ts';
import { tryCreate, tryStatus, tryUpdate } from '../try-write.ts';
import type { Claim, ClaimSpec } from './claim-spec.ts';
import { claimRules } from './claim.ts';

const CLASSES = new Map<string, KubeObject>(
  [true, false].map((allowVolumeExpansion) => {
    const name = allowVolumeExpansion ? 'grows' : 'stays';
    const annotations = { 'storageclass.beta.kubernetes.io/is-default-class': String(allowVolumeExpansion) };
    return [
      name,
      {
        apiVersion: 'storage.k8s.io/v1',
        kind: 'StorageClass',
        metadata: { name, annotations },
        allowVolumeExpansion,
      },
    ];
  }),
);
const environment: KindEnvironment = {
  ...EMPTY_ENVIRONMENT,
  find: (_of, { name }) => CLASSES.get(name),
  list: () => CLASSES.values(),
};
const rules = claimRules(environment);

function spec(more: ClaimSpec = {}): { spec: ClaimSpec } {
  return { spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } }, ...more } };
}

function made(more: ClaimSpec = {}): Claim {
  return tryCreate(rules, spec(more)).object as Claim;
}

function bound(more: ClaimSpec, capacity = '1Gi'): Claim {
  return { ...made(more), status: { phase: 'Bound', capacity: { storage: capacity } } };
}

function withSpec(change: ClaimSpec): (draft: KubeObject) => void {
  return (draft) => Object.assign((draft as Claim).spec, change);
}

const asking = (storage: string) => withSpec({ resources: { requests: { storage } } });

describe('a new claim', () => {
  it('is Pending, and protected', () => {
    const { metadata, status } = made();
    assert.deepEqual(status, { phase: 'Pending' });
    assert.deepEqual(metadata.finalizers, ['kubernetes.io/pvc-protection']);
  });

  it('has the default class, unless it names one, an empty one included', () => {
    assert.equal(made().spec.storageClassName, 'grows');
    assert.equal(made({ storageClassName: '' }).spec.storageClassName, '');
    const annotations = { 'volume.beta.kubernetes.io/storage-class': 'old' };
    const { object, warnings } = tryCreate(rules, spec(), { annotations });
    assert.equal((object as Claim).spec.storageClassName, undefined);
    assert.equal(warnings.length, 1);
  });

  it('asks for thousandths of bytes at most, and is warned of them', () => {
    const { object, warnings } = tryCreate(rules, spec({ resources: { requests: { storage: '100n' } } }));
    assert.equal((object as Claim).spec.resources?.requests?.['storage'], '1m');
    assert.deepEqual(warnings, [
      'spec.resources.requests[storage]: fractional byte value "1m" is invalid, must be an integer',
    ]);
  });
});

const SNAPSHOT = { apiGroup: 'snapshot.storage.k8s.io', kind: 'VolumeSnapshot', name: 's' };
const CLAIM = { apiGroup: null, kind: 'PersistentVolumeClaim', name: 'c' };
const THING = { apiGroup: 'x.example', kind: 'Thing', name: 't' };
const SOURCES: [what: string, given: ClaimSpec, expected: Pick<ClaimSpec, 'dataSource' | 'dataSourceRef'>][] =
  [
    ['a snapshot', { dataSource: SNAPSHOT }, { dataSource: SNAPSHOT, dataSourceRef: SNAPSHOT }],
    ['another claim', { dataSourceRef: CLAIM }, { dataSource: CLAIM, dataSourceRef: CLAIM }],
    ['a thing in the newer field', { dataSourceRef: THING }, { dataSource: THING, dataSourceRef: THING }],
    ['a thing in the older field, which is forgotten', { dataSource: THING }, {}],
    ['another namespace, which is off', { dataSourceRef: { ...CLAIM, namespace: 'n' } }, {}],
  ];

describe('what a claim is filled from', () => {
  for (const [what, given, expected] of SOURCES)
    it(what, () => {
      const { dataSource, dataSourceRef } = made(given).spec;
      const found = { ...(dataSource && { dataSource }), ...(dataSourceRef && { dataSourceRef }) };
      assert.deepEqual(found, expected);
    });

  it('is the same in both fields', () => {
    assert.deepEqual(tryCreate(rules, spec({ dataSource: SNAPSHOT, dataSourceRef: CLAIM })).causes, [
      'spec: Invalid value: {}: must match dataSourceRef',
    ]);
  });
});

describe('a claim that is there', () => {
  it('gets its volume once', () => {
    assert.deepEqual(tryUpdate(rules, made(), withSpec({ volumeName: 'v' })).causes, []);
    const [cause = ''] = tryUpdate(rules, made({ volumeName: 'v' }), withSpec({ volumeName: 'w' })).causes;
    assert.match(cause, /^spec: Forbidden: spec is immutable.*\n@@[^]*-.*"v"[^]*\+.*"w"/);
  });

  it('gets a class once, or moves it from the annotation to the field', () => {
    const { object: without } = tryCreate(claimRules(EMPTY_ENVIRONMENT), spec());
    assert.deepEqual(tryUpdate(rules, without, withSpec({ storageClassName: 'a' })).causes, []);
    assert.equal(tryUpdate(rules, made(), withSpec({ storageClassName: 'a' })).causes.length, 1);
    const annotations = { 'volume.beta.kubernetes.io/storage-class': 'old' };
    const { object: annotated } = tryCreate(rules, spec(), { annotations });
    const moved = tryUpdate(rules, annotated, (draft) => {
      (draft as Claim).spec.storageClassName = 'old';
      delete draft.metadata.annotations;
    });
    assert.deepEqual(moved.causes, []);
  });

  it('asks for the same in other words', () => {
    assert.deepEqual(tryUpdate(rules, made(), asking('1048576Ki')).causes, []);
    assert.deepEqual(
      tryUpdate(rules, made({ resources: { requests: { storage: '1k' } } }), asking('1000')).causes,
      [],
    );
  });
});

describe('a claim that is bound', () => {
  const tooSmall = ['spec.resources.requests.storage: Forbidden: field can not be less than status.capacity'];

  it('grows if its class says so', () => {
    assert.deepEqual(tryUpdate(rules, bound({ storageClassName: 'grows' }), asking('2Gi')).causes, []);
  });

  for (const storageClassName of ['stays', 'unknown', ''])
    it(`does not grow with the class ${JSON.stringify(storageClassName)}`, () => {
      assert.throws(
        () => tryUpdate(rules, bound({ storageClassName }), asking('2Gi')),
        (error: ApiError) => error.code === 403 && error.message.includes('must support resize'),
      );
    });

  it('takes back what it could not get, but not what it has', () => {
    const grown = bound({ storageClassName: 'grows', resources: { requests: { storage: '4Gi' } } });
    assert.deepEqual(tryUpdate(rules, grown, asking('2Gi')).causes, []);
    assert.deepEqual(tryUpdate(rules, grown, asking('1Gi')).causes, tooSmall);
  });
});

describe('the status of a claim', () => {
  const status = (change: object) =>
    tryStatus(rules, made(), (draft) => {
      draft['status'] = change;
    }).causes;

  it('has sizes that are not negative, of storage and of what others name', () => {
    assert.deepEqual(
      status({ capacity: { storage: '1Gi' }, allocatedResources: { 'x.example/y': '1' } }),
      [],
    );
    assert.deepEqual(status({ capacity: { storage: '-1500m' }, allocatedResources: { cpu: '1' } }), [
      'status.capacity[storage]: Invalid value: -2: must be a valid resource quantity',
      'status.allocatedResources: Unsupported value: "cpu": supported values: "storage"',
    ]);
  });
});
