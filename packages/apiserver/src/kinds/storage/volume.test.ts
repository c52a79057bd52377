import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { KubeObject } from '@banyan/api';
import { tryCreate, tryStatus, tryUpdate } from '../try-write.ts';
import type { PersistentVolume, VolumeSpec } from './volume-spec.ts';
import { volumeRules } from './volume.ts';

const NOW = '2026-01-02T03:04:05Z';
const BEFORE = '2026-01-01T00:00:00Z';
const BASE = { accessModes: ['ReadWriteOnce'], capacity: { storage: '1Gi' } };

function made(more: object): PersistentVolume {
  const { object, causes } = tryCreate(volumeRules, { spec: { ...BASE, ...more } });
  assert.deepEqual(causes, []);
  return object as PersistentVolume;
}

function changed(volume: PersistentVolume, change: (spec: VolumeSpec) => void): readonly string[] {
  return tryUpdate(volumeRules, volume, (draft) => change((draft as PersistentVolume).spec)).causes;
}

const hostPath = { hostPath: { path: '/v' } };
const csi = { driver: 'd.example', volumeHandle: 'h' };

describe('a new volume', () => {
  it('is Pending since now, and protected', () => {
    const { metadata, status } = made(hostPath);
    assert.deepEqual(status, { phase: 'Pending', lastPhaseTransitionTime: NOW });
    assert.deepEqual(metadata.finalizers, ['kubernetes.io/pv-protection']);
  });

  it('has the settings of its driver filled in', () => {
    assert.deepEqual(made({ rbd: { monitors: ['m'], image: 'i' } }).spec.rbd, {
      monitors: ['m'],
      image: 'i',
      pool: 'rbd',
      user: 'admin',
      keyring: '/etc/ceph/keyring',
    });
  });

  it('may not name options of its mount in an annotation if it has none', () => {
    const annotations = { 'volume.beta.kubernetes.io/mount-options': 'ro' };
    const create = (source: object) =>
      tryCreate(volumeRules, { spec: { ...BASE, ...source } }, { annotations });
    assert.equal(create(hostPath).causes.length, 1);
    assert.deepEqual(create({ nfs: { server: 's', path: '/p' } }).causes, []);
  });
});

describe('a volume that is there', () => {
  it('stays where it is', () => {
    const [cause = ''] = changed(made(hostPath), (spec) => {
      spec.hostPath = { path: '/w' };
    });
    assert.match(cause, /^spec.persistentvolumesource: Forbidden:[^]*-.*"\/v"[^]*\+.*"\/w"/);
  });

  it('gets a secret for its growth once', () => {
    const withSecret = (name: string) => (spec: VolumeSpec) => {
      spec.csi = { ...csi, controllerExpandSecretRef: { name, namespace: 'n' } };
    };
    assert.deepEqual(changed(made({ csi }), withSecret('a')), []);
    const secret = { name: 'a', namespace: 'n' };
    assert.equal(
      changed(made({ csi: { ...csi, controllerExpandSecretRef: secret } }), withSecret('b')).length,
      1,
    );
  });
});

function on(key: string, value = 'linux'): { nodeAffinity: VolumeSpec['nodeAffinity'] } {
  const matchExpressions = [{ key, operator: 'In', values: [value] }];
  return { nodeAffinity: { required: { nodeSelectorTerms: [{ matchExpressions }] } } };
}

describe('the nodes of a volume', () => {
  const beta = made({ ...hostPath, ...on('beta.kubernetes.io/os') });

  it('are set once', () => {
    assert.deepEqual(
      changed(made(hostPath), (spec) => Object.assign(spec, on('a'))),
      [],
    );
    const [cause = ''] = changed(beta, (spec) => Object.assign(spec, on('beta.kubernetes.io/os', 'other')));
    assert.match(cause, /^nodeAffinity: Invalid value: \{"Required":.*field is immutable, except/);
  });

  it('are known by newer labels later', () => {
    assert.deepEqual(
      changed(beta, (spec) => Object.assign(spec, on('kubernetes.io/os'))),
      [],
    );
    assert.equal(changed(beta, (spec) => Object.assign(spec, on('kubernetes.io/arch'))).length, 1);
  });
});

const TRANSITIONS: [what: string, sent: object, expected: object][] = [
  ['another phase', { phase: 'Bound' }, { phase: 'Bound', lastPhaseTransitionTime: NOW }],
  [
    'another phase with the time of the old one',
    { phase: 'Bound', lastPhaseTransitionTime: BEFORE },
    { phase: 'Bound', lastPhaseTransitionTime: NOW },
  ],
  [
    'another phase with a time of its own',
    { phase: 'Bound', lastPhaseTransitionTime: '2025-01-01T00:00:00Z' },
    { phase: 'Bound', lastPhaseTransitionTime: '2025-01-01T00:00:00Z' },
  ],
  ['the same phase', { phase: 'Available' }, { phase: 'Available', lastPhaseTransitionTime: BEFORE }],
];

describe('when a volume came to its phase', () => {
  for (const [what, sent, expected] of TRANSITIONS)
    it(`is known of ${what}`, () => {
      const status = { phase: 'Available', lastPhaseTransitionTime: BEFORE };
      const { object } = tryStatus(volumeRules, { ...made(hostPath), status }, (draft: KubeObject) => {
        draft['status'] = sent;
      });
      assert.deepEqual(object['status'], expected);
    });
});
