import type { KubeObject } from '@banyan/api';

export function plainNamespace(name: string): KubeObject {
  return { apiVersion: 'v1', kind: 'Namespace', metadata: { name } };
}

/** Pods that are root, or want more of the node than ours do, are not let in. */
export function restrictedNamespace(name: string): KubeObject {
  const labels = { 'pod-security.kubernetes.io/enforce': 'restricted' };
  return { apiVersion: 'v1', kind: 'Namespace', metadata: { name, labels } };
}
