import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { KubeObject } from '@banyan/api';
import type { ManagedCluster } from '@banyan/api/clusternet';
import { memberOf, type SecretView } from './member-of.ts';

function secret(data: Record<string, string>): SecretView {
  const encoded = Object.entries(data).map(([key, text]) => [key, Buffer.from(text).toString('base64')]);
  return { apiVersion: 'v1', kind: 'Secret', metadata: {}, data: Object.fromEntries(encoded) };
}

function cluster(metadata: object, status?: object): ManagedCluster {
  return {
    apiVersion: 'clusters.clusternet.io/v1beta1',
    kind: 'ManagedCluster',
    metadata: { namespace: 'n', name: 'edge', ...metadata },
    spec: { clusterId: 'id', syncMode: 'Dual' },
    ...(status !== undefined && { status }),
  };
}

function home(labels: Record<string, string>): KubeObject {
  const all = { 'clusters.clusternet.io/cluster-id': 'id', ...labels };
  return { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'n', labels: all } };
}

const NONE = { home: home({}), gateway: undefined, deployer: undefined, kubeconfig: undefined };

const accessOf = (...both: Parameters<typeof memberOf>) => memberOf(...both)?.access;

test('a member with an agent is reached by what agent and heartbeat have said', () => {
  const gateway = secret({ 'ca.crt': 'CA\n', token: 'T', 'apiserver-advertise-url': 'https://advertised' });
  const status = { apiserverURL: 'https://said' };
  const both = { ...NONE, gateway, deployer: secret({ token: 'other' }) };
  const said = { type: 'agent', apiServerUrl: 'https://said', ca: 'CA', token: 'T' };
  assert.deepEqual(accessOf(cluster({}, status), both), said);
  const early = accessOf(cluster({}), { ...NONE, gateway });
  assert.deepEqual(early, { ...said, apiServerUrl: 'https://advertised' });
});

test('a member of Clusternet’s agent is reached by its deployer’s credential', () => {
  const deployer = secret({ 'ca.crt': 'CA', token: 'D' });
  const access = accessOf(cluster({}, { apiserverURL: 'https://said' }), { ...NONE, deployer });
  assert.deepEqual(access, { type: 'agent', apiServerUrl: 'https://said', ca: 'CA', token: 'D' });
});

test('a member without an agent is reached by its kubeconfig', () => {
  const kubeconfig = secret({ kubeconfig: 'text' });
  const without = { ...NONE, home: home({ 'banyan.dev/access': 'kubeconfig' }) };
  assert.deepEqual(accessOf(cluster({}), { ...without, kubeconfig }), {
    type: 'kubeconfig',
    kubeconfig: 'text',
  });
  assert.deepEqual(accessOf(cluster({}), without), { type: 'kubeconfig' });
});

test('an agent cannot make the hub use a kubeconfig, nor be another cluster', () => {
  const labels = { 'banyan.dev/access': 'kubeconfig', 'clusters.clusternet.io/cluster-id': 'id' };
  const kubeconfig = secret({ kubeconfig: 'text' });
  assert.equal(accessOf(cluster({ labels }), { ...NONE, kubeconfig })?.type, 'agent');
  const others = { ...NONE, home: home({ 'clusters.clusternet.io/cluster-id': 'other' }) };
  assert.equal(memberOf(cluster({ labels }), others), undefined);
  assert.equal(memberOf(cluster({ labels }), { ...NONE, home: undefined }), undefined);
});

test('only a person makes a connection insecure', () => {
  const annotated = (value: string) => cluster({ annotations: { 'banyan.dev/insecure': value } });
  assert.equal(memberOf(annotated('true'), NONE)?.isInsecure, true);
  for (const object of [cluster({}), annotated('false'), annotated('')])
    assert.equal(memberOf(object, NONE)?.isInsecure, false);
});
