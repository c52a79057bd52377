import type { KubeObject } from '@banyan/api';
import { CLUSTERNET_CRDS, RESERVED_NAMESPACE, SYSTEM_NAMESPACE } from '@banyan/api/clusternet';
import { sleep, systemClock, type Clock } from '@banyan/controller';
import type { KubeClient } from '@banyan/kube';
import { bootstrapRole } from '../../manifests/bootstrap-objects.ts';
import { plainNamespace } from '../../manifests/namespace-objects.ts';
import { oldAgentRole } from '../../manifests/old-agent-role.ts';
import { peopleRoles } from '../../manifests/people-roles.ts';
import {
  CLUSTER_ROLE_BINDINGS,
  CLUSTER_ROLES,
  CUSTOM_RESOURCE_DEFINITIONS,
  FIELD_MANAGER,
  NAMESPACES,
} from '../hub-resources.ts';

/** A definition is served within a second of being created; it is asked for this often. */
const ESTABLISHED_EVERY_MS = 50;

export interface InstallHubOptions {
  /** Someone who may create definitions and roles: an administrator. */
  readonly hubClient: KubeClient;
  readonly signal: AbortSignal;
  readonly clock?: Clock;
}

/**
 * What a cluster needs to be a hub: the definitions, our namespaces, the roles of those who register and of people. On a
 * real cluster the manifests do the same. Done again it changes nothing. Resolves when the definitions are served.
 */
export async function installHub({
  hubClient,
  signal,
  clock = systemClock,
}: InstallHubOptions): Promise<void> {
  const options = { fieldManager: FIELD_MANAGER, force: true, signal };
  for (const name of [SYSTEM_NAMESPACE, RESERVED_NAMESPACE])
    await hubClient.apply(NAMESPACES, plainNamespace(name), options);
  for (const crd of CLUSTERNET_CRDS) await hubClient.apply(CUSTOM_RESOURCE_DEFINITIONS, crd, options);
  for (const object of [...bootstrapRole(), oldAgentRole(), ...peopleRoles()]) {
    const resource = object.kind === 'ClusterRole' ? CLUSTER_ROLES : CLUSTER_ROLE_BINDINGS;
    await hubClient.apply(resource, object, options);
  }
  for (const { metadata } of CLUSTERNET_CRDS) {
    const key = { name: metadata.name ?? '' };
    while (!isEstablished(await hubClient.get<Definition>(CUSTOM_RESOURCE_DEFINITIONS, key, { signal }))) {
      await sleep(clock, ESTABLISHED_EVERY_MS, signal);
    }
  }
}

interface Definition extends KubeObject {
  status?: { conditions?: { type: string; status: string }[] };
}

function isEstablished({ status }: Definition): boolean {
  return (status?.conditions ?? []).some(({ type, status }) => type === 'Established' && status === 'True');
}
