import type { KubeObject } from '@banyan/api';
import { grantedRole } from './rbac-objects.ts';

/** Lets everyone read where the parent is and what signs its certificate, as kubeadm does: it is not secret. */
export function clusterInfoReaders(): KubeObject[] {
  const rules = [
    { apiGroups: [''], resources: ['configmaps'], resourceNames: ['cluster-info'], verbs: ['get'] },
  ];
  const granted = { name: 'banyan:cluster-info', namespace: 'kube-public', rules };
  return grantedRole(granted, { user: 'system:anonymous' });
}
