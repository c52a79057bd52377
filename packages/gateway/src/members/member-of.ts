import type { KubeObject } from '@banyan/api';
import { ACCESS_LABEL, INSECURE_ANNOTATION } from '@banyan/api/banyan';
import { CLUSTER_ID_LABEL, type ManagedCluster } from '@banyan/api/clusternet';
import type { Member, MemberAccess } from './member.ts';

/** A Secret, or what is like one: values in base64. */
export interface SecretView extends KubeObject {
  data?: Record<string, string>;
}

/** What the hub keeps about one member beside its ManagedCluster. */
export interface MemberObjects {
  /** Of the member: what its labels say is the hub's word. */
  readonly home: Readonly<KubeObject> | undefined;
  readonly gateway: SecretView | undefined;
  /** Of a member whose agent is Clusternet's: it brings no other. */
  readonly deployer: SecretView | undefined;
  readonly kubeconfig: SecretView | undefined;
}

/**
 * Puts together what the hub's objects say of a member. An agent may change its ManagedCluster, and create Secrets beside
 * it, but not the namespace: so that decides which cluster it is and whether there is an agent. Undefined for one that says
 * it is another.
 */
export function memberOf(cluster: Readonly<ManagedCluster>, objects: MemberObjects): Member | undefined {
  const { name = '', namespace = '', annotations = {} } = cluster.metadata;
  const { [CLUSTER_ID_LABEL]: id, [ACCESS_LABEL]: access } = objects.home?.metadata.labels ?? {};
  if (id === undefined || id !== cluster.spec.clusterId) return undefined;
  return {
    id,
    name,
    namespace,
    access: access === 'kubeconfig' ? byKubeconfig(objects) : byAgent(cluster, objects),
    isInsecure: annotations[INSECURE_ANNOTATION] === 'true',
  };
}

function byKubeconfig({ kubeconfig }: MemberObjects): MemberAccess {
  const text = value(kubeconfig, 'kubeconfig');
  return { type: 'kubeconfig', ...(text !== undefined && { kubeconfig: text }) };
}

function byAgent({ status }: Readonly<ManagedCluster>, { gateway, deployer }: MemberObjects): MemberAccess {
  const secret = gateway ?? deployer;
  const ca = value(secret, 'ca.crt');
  const token = value(secret, 'token');
  return {
    type: 'agent',
    apiServerUrl: status?.apiserverURL ?? value(secret, 'apiserver-advertise-url') ?? '',
    ...(ca !== undefined && { ca }),
    ...(token !== undefined && { token }),
  };
}

/** Undefined for what is empty too. */
function value(secret: SecretView | undefined, key: string): string | undefined {
  const encoded = secret?.data?.[key];
  if (encoded === undefined || encoded === '') return undefined;
  return Buffer.from(encoded, 'base64').toString('utf8').trim();
}
