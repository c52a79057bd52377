import type { KubeList, KubeObject } from '@banyan/api';
import type { Cluster } from '@banyan/testing';

const RBAC = '/apis/rbac.authorization.k8s.io/v1';

/** What an API server makes by itself, in the order in which it can be made again. */
const LISTS = [
  '/api/v1/namespaces',
  '/api/v1/serviceaccounts',
  '/apis/scheduling.k8s.io/v1/priorityclasses',
  `${RBAC}/clusterroles`,
  `${RBAC}/clusterrolebindings`,
  `${RBAC}/roles`,
  `${RBAC}/rolebindings`,
];

const NAMESPACES = ['default', 'kube-node-lease', 'kube-public', 'kube-system'];

/** The objects that a cluster without controllers begins with, as the text of one generated file. */
export async function readDefaultRbac(cluster: Cluster): Promise<string> {
  await cluster.until('the first namespaces', async () => {
    const { items } = await cluster.json<KubeList>('GET', '/api/v1/namespaces');
    return NAMESPACES.every((name) => items.some(({ metadata }) => metadata.name === name));
  });
  const objects: KubeObject[] = [];
  for (const path of LISTS) {
    const { kind, apiVersion, items } = await cluster.json<KubeList>('GET', path);
    for (const item of items) objects.push(lasting({ ...item, kind: kind.replace(/List$/, ''), apiVersion }));
  }
  return `${JSON.stringify(objects, null, 1)}\n`;
}

const GIVEN_ANEW = ['uid', 'resourceVersion', 'creationTimestamp', 'managedFields', 'generation'];

/** Without what every server gives anew: identity, versions, times, ownership and status. */
function lasting({ kind, apiVersion, metadata, ...rest }: KubeObject): KubeObject {
  const kept = Object.entries(metadata).filter(([field]) => !GIVEN_ANEW.includes(field));
  const object: KubeObject = { kind, apiVersion, metadata: Object.fromEntries(kept), ...rest };
  delete object['status'];
  return object;
}
