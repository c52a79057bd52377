import type { KubeObject } from '@banyan/api';
import { RESERVED_NAMESPACE, SYSTEM_NAMESPACE } from '@banyan/api/clusternet';
import { bootstrapRole } from './bootstrap-objects.ts';
import { hubBounds } from './hub-bounds.ts';
import { hubRbac } from './hub-rbac.ts';
import { peopleRoles } from './people-roles.ts';
import { programDeployment, programLabels, selectorLabels } from './program-deployment.ts';
import { plainNamespace, restrictedNamespace } from './namespace-objects.ts';

export interface HubManifestOptions {
  readonly image: string;
  /** Each serves; with three one may go while another is being replaced. */
  readonly replicas?: number;
  /** More flags of `banyan hub`. */
  readonly extraArgs?: readonly string[];
}

/** Of the hub's Deployment, account and Service, and the label `app` of its pods. */
export const HUB_NAME = 'clusternet-hub';
/** Where the pods serve the gateway: above 1023, since the process is not root. */
export const HUB_SECURE_PORT = 8443;
const OBSERVE_PORT = 10660;

/**
 * The objects of a hub on a parent cluster, apart from the definitions and what belongs to the gateway, in an order in
 * which each finds what it needs.
 */
export function hubManifests({ image, replicas = 3, extraArgs = [] }: HubManifestOptions): KubeObject[] {
  const namespace = SYSTEM_NAMESPACE;
  return [
    restrictedNamespace(namespace),
    plainNamespace(RESERVED_NAMESPACE),
    ...bootstrapRole(),
    ...peopleRoles(),
    ...hubRbac(namespace, HUB_NAME),
    ...hubBounds(namespace, HUB_NAME),
    {
      apiVersion: 'policy/v1',
      kind: 'PodDisruptionBudget',
      metadata: { name: HUB_NAME, namespace, labels: programLabels(HUB_NAME) },
      spec: { maxUnavailable: 1, selector: { matchLabels: selectorLabels(HUB_NAME) } },
    },
    programDeployment({
      name: HUB_NAME,
      namespace,
      serviceAccount: HUB_NAME,
      image,
      replicas,
      args: [
        'hub',
        `--secure-port=${HUB_SECURE_PORT}`,
        `--metrics-port=${OBSERVE_PORT}`,
        '--peer-advertise-address=$(POD_IP)',
        ...extraArgs,
      ],
      env: [{ name: 'POD_IP', valueFrom: { fieldRef: { fieldPath: 'status.podIP' } } }],
      ports: { https: HUB_SECURE_PORT },
      observePort: OBSERVE_PORT,
      resources: { requests: { cpu: '100m', memory: '256Mi' }, limits: { memory: '1Gi' } },
    }),
  ];
}
