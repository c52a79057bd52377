import type { KubeObject } from '@banyan/api';
import { BOOTSTRAP_ROLE, CLUSTER_REGISTRATION_REQUESTS, REGISTER_GROUP } from '@banyan/api/clusternet';
import { binding, role, serviceAccount } from './rbac-objects.ts';

/** The account of those who register with a service-account token. */
const ACCOUNT = 'cluster-bootstrap-use';

/** Whoever holds a join token may ask to be registered, and see what became of it: nothing else. */
export function bootstrapRole(): KubeObject[] {
  return [
    role({
      name: BOOTSTRAP_ROLE,
      rules: [
        {
          apiGroups: [CLUSTER_REGISTRATION_REQUESTS.group],
          resources: [CLUSTER_REGISTRATION_REQUESTS.resource],
          verbs: ['create', 'get'],
        },
      ],
    }),
    binding({
      name: BOOTSTRAP_ROLE,
      roleKind: 'ClusterRole',
      roleName: BOOTSTRAP_ROLE,
      subjects: [{ group: REGISTER_GROUP }],
    }),
  ];
}

/** A token that does not expire, for those who register many clusters by one; Kubernetes fills in the Secret. */
export function bootstrapAccount(namespace: string): KubeObject[] {
  return [
    serviceAccount(namespace, ACCOUNT),
    binding({
      name: `${BOOTSTRAP_ROLE}:${ACCOUNT}`,
      roleKind: 'ClusterRole',
      roleName: BOOTSTRAP_ROLE,
      subjects: [{ account: ACCOUNT, namespace }],
    }),
    {
      apiVersion: 'v1',
      kind: 'Secret',
      metadata: {
        name: `${ACCOUNT}-token`,
        namespace,
        annotations: { 'kubernetes.io/service-account.name': ACCOUNT },
      },
      type: 'kubernetes.io/service-account-token',
    },
  ];
}

export interface BootstrapToken {
  readonly id: string;
  readonly secret: string;
  /** RFC 3339. */
  readonly expiration: string;
  /** What it is for, in words for people. */
  readonly description?: string;
}

/** The Secret that makes a bootstrap token of Kubernetes a join token. */
export function bootstrapTokenSecret({ id, secret, expiration, description }: BootstrapToken): KubeObject {
  return {
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: { name: `bootstrap-token-${id}`, namespace: 'kube-system' },
    type: 'bootstrap.kubernetes.io/token',
    stringData: {
      description: description ?? 'Lets clusters ask to be registered.',
      'token-id': id,
      'token-secret': secret,
      expiration,
      'usage-bootstrap-authentication': 'true',
      'usage-bootstrap-signing': 'true',
      'auth-extra-groups': REGISTER_GROUP,
    },
  };
}
