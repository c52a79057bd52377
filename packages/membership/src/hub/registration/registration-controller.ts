import type { KubeObject } from '@banyan/api';
import { CLUSTER_ID_LABEL, CLUSTER_NAME_LABEL, type ManagedCluster } from '@banyan/api/clusternet';
import { Controller, enqueueOn, formatKey, parseKey, type ControllerOptions } from '@banyan/controller';
import type { SharedCaches } from '@banyan/kube';
import type { ControllerPart } from '../controller-part.ts';
import { requestName } from '../member-names.ts';
import { isTouched, type Members } from '../members.ts';
import { AccessCaches } from './access-caches.ts';
import { CredentialIssuer, type CredentialIssuerOptions } from './agent-credential.ts';
import { RegistrationReconcile, type RegistrationOptions } from './registration-reconcile.ts';

export type RegistrationControllerOptions = Omit<RegistrationOptions, 'access' | 'issuer'> &
  CredentialIssuerOptions & {
    readonly hubCaches: SharedCaches;
    readonly controller: Pick<ControllerOptions, 'logger' | 'metrics' | 'random'>;
  };

/** Watches requests, members and what was made for them. Keys are names of requests. */
export function registrationController(options: RegistrationControllerOptions): ControllerPart {
  const { hubCaches, members, clock } = options;
  const access = new AccessCaches(hubCaches);
  const reconciler = new RegistrationReconcile({ ...options, access, issuer: new CredentialIssuer(options) });
  const controller = new Controller({
    ...options.controller,
    name: 'registration',
    clock,
    caches: [members.members, members.requests, members.namespaces, ...access.all()],
    reconcile: (key, signal) => reconciler.reconcile(parseKey(key).name, signal),
  });
  const keyOf = (name: string): string => formatKey({ cluster: name, name });
  enqueueOn(controller, members.requests, ({ metadata: { name = '' } }) => [keyOf(name)]);
  const enqueue = (member: KubeObject, priority: 'low' | 'normal'): void => {
    for (const name of requestsAbout(member as ManagedCluster, options))
      controller.add(keyOf(name), { priority });
  };
  const stopListening = members.members.addHandler({
    onAdd: (member) => enqueue(member, controller.started ? 'normal' : 'low'),
    onUpdate: (member, previous) => void (isTouched(member, previous) && enqueue(member, 'normal')),
    onDelete: (member) => enqueue(member, 'normal'),
  });
  enqueueOn(controller, members.namespaces, (namespace) =>
    [...requestOf(namespace), ...rivals(members, memberNameOf(namespace))].map(keyOf),
  );
  for (const cache of access.all()) {
    enqueueOn(controller, cache, (object) => requestOf(object).map(keyOf));
  }
  return {
    controller,
    close: () => {
      stopListening();
      access.release();
    },
  };
}

/** Its own, and those that would like its name. */
function requestsAbout(
  { metadata, spec }: ManagedCluster,
  { members }: Pick<RegistrationControllerOptions, 'members'>,
): string[] {
  return [requestName(spec.clusterId), ...rivals(members, metadata.name ?? '')];
}

/** Requests for a name that has not been given to them. */
function rivals(members: Members, memberName: string): string[] {
  const open = members.requestsFor(memberName).filter(({ status }) => status?.result !== 'Approved');
  return open.map(({ metadata }) => metadata.name ?? '');
}

function memberNameOf({ metadata }: KubeObject): string {
  return metadata.labels?.[CLUSTER_NAME_LABEL] ?? '';
}

function requestOf({ metadata }: KubeObject): string[] {
  const clusterId = metadata.labels?.[CLUSTER_ID_LABEL];
  return clusterId === undefined ? [] : [requestName(clusterId)];
}
