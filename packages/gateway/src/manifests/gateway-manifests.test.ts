import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gatewayManifests } from './gateway-manifests.ts';

const names = (objects: readonly { kind: string; metadata: { name?: string } }[]) =>
  objects.map(({ kind, metadata }) => `${kind} ${metadata.name}`);

test('by default nobody is let through who was not before', () => {
  const objects = gatewayManifests({ caBundle: 'CA' });
  assert.deepEqual(names(objects), [
    'Service clusternet-hub',
    'APIService v1alpha1.proxies.clusternet.io',
    'PriorityLevelConfiguration clusternet-agent-sockets',
    'FlowSchema clusternet-agent-sockets',
    'ClusterRole clusternet:system:socketsproxy',
    'ClusterRole banyan:sockets-proxy-user',
    'ClusterRoleBinding banyan:sockets-proxy-user',
  ]);
});

test('the API server verifies the gateway', () => {
  const [, apiService] = gatewayManifests({ caBundle: 'CA', service: 's', namespace: 'n', port: 8443 });
  const { spec } = apiService as unknown as { spec: Record<string, unknown> };
  assert.equal(spec['caBundle'], Buffer.from('CA').toString('base64'));
  assert.deepEqual(spec['service'], { namespace: 'n', name: 's', port: 8443 });
  assert.equal(spec['insecureSkipTLSVerify'], undefined);
});

test('what the gateway’s account reads of Secrets goes by name', () => {
  const objects = gatewayManifests({ caBundle: 'CA', serviceAccount: 'banyan-hub' });
  type Rule = { resources: string[]; resourceNames?: string[]; verbs: string[] };
  const rules = objects.flatMap((object) => (object as { rules?: Rule[] }).rules ?? []);
  const onSecrets = rules.filter(
    ({ resources, verbs }) => resources.includes('secrets') && !verbs.includes('create'),
  );
  assert.equal(onSecrets.length, 2);
  for (const { resourceNames = [] } of onSecrets) assert.ok(resourceNames.length > 0);
});

test('everyone is let through only where that is asked for', () => {
  const objects = gatewayManifests({ caBundle: 'CA', anonymousProxy: true });
  assert.ok(names(objects).includes('ClusterRoleBinding clusternet:system:socketsproxy:anonymous'));
});

test('templates come with two groups, of which the shadow group gives way to every other', () => {
  const plain = new Set(names(gatewayManifests({ caBundle: 'CA', serviceAccount: 'banyan-hub' })));
  const objects = gatewayManifests({ caBundle: 'CA', serviceAccount: 'banyan-hub', templates: true });
  assert.deepEqual(
    names(objects).filter((name) => !plain.has(name)),
    [
      'APIService v1alpha1.shadow',
      'APIService v1alpha1.proxies.banyan.dev',
      'ClusterRole banyan:templates',
      'ClusterRoleBinding banyan:templates',
      'ClusterRole banyan:gateway:templates',
      'ClusterRoleBinding banyan:gateway:templates',
    ],
  );
  const shadow = objects.find(({ metadata }) => metadata.name === 'v1alpha1.shadow');
  assert.equal((shadow?.['spec'] as { groupPriorityMinimum: number } | undefined)?.groupPriorityMinimum, 1);
});
