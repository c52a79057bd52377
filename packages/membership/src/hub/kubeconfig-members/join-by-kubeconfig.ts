import type { KubeObject } from '@banyan/api';
import { ACCESS_LABEL, INSECURE_ANNOTATION, KUBECONFIG_SECRET, MEMBER_FINALIZER } from '@banyan/api/banyan';
import {
  CLUSTERS_API_VERSION,
  MANAGED_CLUSTERS,
  type ManagedCluster,
  type SyncMode,
} from '@banyan/api/clusternet';
import { KubeClient, KubeError, kubeconfigConnection, type Kubeconfig } from '@banyan/kube';
import { listMembers } from '../find-member.ts';
import { FIELD_MANAGER, NAMESPACES, SECRETS } from '../hub-resources.ts';
import { derivedName, isReservedNamespace } from '../member-names.ts';
import { MembershipError } from '../membership-error.ts';
import { ensureNamespace, LeavingError, TakenError } from '../registration/ensure-member.ts';
import { memberLabels, type MemberIdentity } from '../registration/member-objects.ts';
import { bindMemberAdmins } from './member-admins.ts';
import { clusterIdOf, type Environment } from './member-connection.ts';
import { selfContainedKubeconfig } from './self-contained-kubeconfig.ts';

const NAME = /^[a-z0-9]([-a-z0-9]{0,58}[a-z0-9])?$/;

export interface JoinByKubeconfigOptions {
  readonly hubClient: KubeClient;
  readonly name: string;
  /** As the person gave it; of its contexts one is used. */
  readonly kubeconfig: Kubeconfig;
  /** Default: the current one. */
  readonly context?: string;
  /** Accept a kubeconfig that says not to verify the member's certificate. Default: refuse it. */
  readonly insecure?: boolean;
  /** Who applies works: without an agent it can only be the hub. Default Push. */
  readonly syncMode?: SyncMode;
  /** Of the member; none given: those that it has. */
  readonly labels?: Readonly<Record<string, string>>;
  /** Of the person's process: for proxies. */
  readonly env: Environment;
  readonly signal: AbortSignal;
}

/**
 * Makes a cluster a member by a kubeconfig of its: from then on the hub looks after it. Done again it renews the kubeconfig.
 * Throws MembershipError (`bad-input`, `unreachable`, `taken`).
 */
export async function joinByKubeconfig(options: JoinByKubeconfigOptions): Promise<ManagedCluster> {
  const { hubClient, name, kubeconfig, insecure = false, env, signal } = options;
  if (!NAME.test(name) || isReservedNamespace(derivedName(name))) {
    throw new MembershipError(
      'bad-input',
      `"${name}" cannot be the name of a member: it is at most 60 lower-case letters, digits and hyphens`,
    );
  }
  const connection = kubeconfigConnection(kubeconfig, {
    env,
    ...(options.context !== undefined && { context: options.context }),
  });
  if (connection.insecureSkipTlsVerify === true && !insecure) {
    throw new MembershipError(
      'bad-input',
      `${kubeconfig.origin}: insecure-skip-tls-verify is set: give the cluster's CA, or say --insecure`,
    );
  }
  const text = await selfContainedKubeconfig(name, kubeconfig, connection);
  const memberClient = new KubeClient(connection, { userAgent: 'banyan' });
  try {
    const clusterId = await reachedId(memberClient, connection.server, signal);
    const member = { clusterId, name, namespace: derivedName(name) };
    const known = await knownMember(hubClient, member, signal);
    await prepareNamespace(hubClient, member, signal);
    await bindMemberAdmins(memberClient, signal);
    await keepKubeconfig(hubClient, member, text, signal);
    return await keepRecord(options, member, {
      known,
      isInsecure: connection.insecureSkipTlsVerify === true,
    });
  } finally {
    await memberClient.close();
  }
}

async function reachedId(memberClient: KubeClient, server: string, signal: AbortSignal): Promise<string> {
  try {
    return await clusterIdOf(memberClient, signal);
  } catch (error) {
    signal.throwIfAborted();
    const words = error instanceof KubeError ? error.message : String(error);
    throw new MembershipError('unreachable', `the cluster at ${server} cannot join: ${words}`, {
      cause: error,
    });
  }
}

/** Its record, if it joined before. Throws MembershipError `taken`. */
async function knownMember(
  hubClient: KubeClient,
  member: MemberIdentity,
  signal: AbortSignal,
): Promise<ManagedCluster | undefined> {
  const others = await listMembers(hubClient, signal);
  for (const other of others) {
    const { metadata, spec } = other;
    const isSameName = metadata.name === member.name;
    const isSameId = spec.clusterId === member.clusterId;
    if (isSameName && !isSameId) {
      throw new MembershipError(
        'taken',
        `the name "${member.name}" is taken by cluster ${spec.clusterId}: choose another one`,
      );
    }
    if (isSameId && (!isSameName || metadata.labels?.[ACCESS_LABEL] !== 'kubeconfig')) {
      throw new MembershipError(
        'taken',
        `this cluster is already the member "${metadata.name ?? ''}": unjoin it first`,
      );
    }
    if (isSameId && metadata.deletionTimestamp !== undefined) {
      throw new MembershipError('taken', `the member "${member.name}" is leaving: try again when it is gone`);
    }
  }
  return others.find(({ spec }) => spec.clusterId === member.clusterId);
}

async function prepareNamespace(
  hubClient: KubeClient,
  member: MemberIdentity,
  signal: AbortSignal,
): Promise<void> {
  try {
    await ensureNamespace(hubClient, member, 'kubeconfig', signal);
    const metadata = { labels: { [ACCESS_LABEL]: 'kubeconfig' } };
    const key = { name: member.namespace };
    await hubClient.patch(NAMESPACES, key, { type: 'merge', body: { metadata } }, { signal });
  } catch (error) {
    const isTaken = error instanceof TakenError || error instanceof LeavingError;
    throw isTaken ? new MembershipError('taken', error.message, { cause: error }) : error;
  }
}

async function keepKubeconfig(
  hubClient: KubeClient,
  member: MemberIdentity,
  kubeconfig: string,
  signal: AbortSignal,
): Promise<void> {
  const secret: KubeObject = {
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: { name: KUBECONFIG_SECRET, namespace: member.namespace, labels: memberLabels(member) },
    type: 'Opaque',
    data: { kubeconfig: Buffer.from(kubeconfig).toString('base64') },
  };
  await hubClient.apply(SECRETS, secret, { fieldManager: FIELD_MANAGER, force: true, signal });
}

function keepRecord(
  { hubClient, syncMode = 'Push', labels, signal }: JoinByKubeconfigOptions,
  member: MemberIdentity,
  { known, isInsecure }: { readonly known: ManagedCluster | undefined; readonly isInsecure: boolean },
): Promise<ManagedCluster> {
  const isGiven = labels !== undefined && Object.keys(labels).length > 0;
  const wanted = isGiven ? labels : known?.metadata.labels;
  const record: ManagedCluster = {
    apiVersion: CLUSTERS_API_VERSION,
    kind: 'ManagedCluster',
    metadata: {
      name: member.name,
      namespace: member.namespace,
      labels: { ...wanted, ...memberLabels(member), [ACCESS_LABEL]: 'kubeconfig' },
      ...(isInsecure && { annotations: { [INSECURE_ANNOTATION]: 'true' } }),
      finalizers: [MEMBER_FINALIZER],
    },
    spec: { clusterId: member.clusterId, syncMode },
  };
  return hubClient.apply<ManagedCluster>(MANAGED_CLUSTERS, record, {
    fieldManager: FIELD_MANAGER,
    force: true,
    signal,
  });
}
