import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { KubeObject } from '@banyan/api';
import { startTestCluster } from '../test-cluster.ts';
import { startTestGateway } from '../test-gateway.ts';
import { withdrawTemplates } from './withdraw-templates.ts';

const API_SERVICES = { group: 'apiregistration.k8s.io', version: 'v1', resource: 'apiservices' };
const GROUPS = ['v1alpha1.shadow', 'v1alpha1.proxies.banyan.dev'];

function apiService(name: string, service: string): KubeObject {
  const [version, ...group] = name.split('.');
  return {
    apiVersion: 'apiregistration.k8s.io/v1',
    kind: 'APIService',
    metadata: { name },
    spec: {
      group: group.join('.'),
      version,
      groupPriorityMinimum: 1,
      versionPriority: 1,
      insecureSkipTLSVerify: true,
      service: { namespace: 'clusternet-system', name: service },
    },
  } as KubeObject;
}

for (const { what, services, left } of [
  { what: 'both of ours go', services: ['hub', 'hub'], left: [] },
  {
    what: 'a shadow group that leads elsewhere stays',
    services: ['other', 'hub'],
    left: ['v1alpha1.shadow'],
  },
  { what: 'without our door nothing is ours', services: ['hub'], left: ['v1alpha1.shadow'] },
])
  test(`where templates are not served, ${what}`, async (t) => {
    const { client } = await startTestCluster(t);
    for (const [at, service] of services.entries())
      await client.create(API_SERVICES, apiService(GROUPS[at] ?? '', service));
    await withdrawTemplates(client, t.signal);
    const { items } = await client.list(API_SERVICES);
    const found = items.map(({ metadata }) => metadata.name ?? '').filter((name) => GROUPS.includes(name));
    assert.deepEqual(found, left);
  });

test('a gateway without templates withdraws what one with templates has told', async (t) => {
  const { client } = await startTestCluster(t);
  for (const name of GROUPS) await client.create(API_SERVICES, apiService(name, 'clusternet-hub'));
  await startTestGateway(t, client);
  const fieldSelector = `metadata.name=${GROUPS[1]}`;
  const signal = AbortSignal.any([t.signal, AbortSignal.timeout(300_000)]);
  for (;;) {
    const { items, metadata } = await client.list(API_SERVICES, { fieldSelector });
    if (items.length === 0) return;
    const { resourceVersion = '' } = metadata;
    for await (const { type } of client.watch(API_SERVICES, { fieldSelector, resourceVersion, signal }))
      if (type === 'DELETED') return;
  }
});
