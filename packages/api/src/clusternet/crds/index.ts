import { APPS_CRDS } from './apps.ts';
import { CLUSTER_REGISTRATION_REQUEST_CRD } from './cluster-registration-request-crd.ts';
import type { CustomResourceDefinition } from './custom-resource-definition.ts';
import { MANAGED_CLUSTER_CRD } from './managed-cluster-crd.ts';

export type { CustomResourceDefinition } from './custom-resource-definition.ts';

/** What a hub's cluster has to have. They are shared: not to be changed. */
export const CLUSTERNET_CRDS: readonly CustomResourceDefinition[] = [
  CLUSTER_REGISTRATION_REQUEST_CRD,
  MANAGED_CLUSTER_CRD,
  ...APPS_CRDS,
];
