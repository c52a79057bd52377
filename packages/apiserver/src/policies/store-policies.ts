import type { KubeObject } from '@banyan/api';
import { serviceAccountGroups, serviceAccountUser, AUTHENTICATED } from '../authentication/identity.ts';
import { qualified } from '../errors/api-error.ts';
import type { Authorizer } from '../rbac/authorizer.ts';
import type { ResourceCatalogue } from '../registry/resource-catalogue.ts';
import type { ServedResource } from '../registry/served-resource.ts';
import type { UserInfo } from '../serving/user-info.ts';
import type { ObjectStore } from '../storage/object-store.ts';
import { AdmissionPolicies } from './admission-policies.ts';
import type { PolicyWorld } from './policy-world.ts';

export interface StorePoliciesOptions {
  readonly store: ObjectStore;
  readonly resources: ResourceCatalogue;
  readonly authorizer: Authorizer;
}

/** The policies in a store, and what they may know of the cluster that it is. */
export function storePolicies({ store, resources, authorizer }: StorePoliciesOptions): AdmissionPolicies {
  const table = (resource: string) => store.table(`${resource}.admissionregistration.k8s.io`);
  const world: PolicyWorld = {
    namespace: (name) => store.table('namespaces').get(name)?.object,
    served: () => resources.all(),
    objects: (resource, place) => objectsOf(store, resource, place),
    accessOf: (user) => (access, serviceAccount) =>
      authorizer.authorize(serviceAccount === undefined ? user : accountUser(serviceAccount), access),
  };
  return new AdmissionPolicies(
    {
      validatingPolicies: table('validatingadmissionpolicies'),
      validatingBindings: table('validatingadmissionpolicybindings'),
      mutatingPolicies: table('mutatingadmissionpolicies'),
      mutatingBindings: table('mutatingadmissionpolicybindings'),
    },
    world,
  );
}

function* objectsOf(
  store: ObjectStore,
  resource: ServedResource,
  { namespace, name }: { readonly namespace: string; readonly name?: string },
): Generator<Readonly<KubeObject>> {
  const kept = store.table(qualified(resource));
  const prefix = namespace === '' ? '' : `${namespace}/`;
  if (name === undefined) for (const { object } of kept.scan(prefix)) yield resource.fromStorage(object);
  else {
    const found = kept.get(`${prefix}${name}`);
    if (found !== undefined) yield resource.fromStorage(found.object);
  }
}

function accountUser({ namespace, name }: { namespace: string; name: string }): UserInfo {
  const groups = [...serviceAccountGroups(namespace), AUTHENTICATED];
  return { name: serviceAccountUser(namespace, name), groups, extra: {} };
}
