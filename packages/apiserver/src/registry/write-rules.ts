import type { GroupResource } from '../errors/api-error.ts';
import { qualified } from '../errors/api-error.ts';

/** Where kinds differ in what a write may do and how it is answered. The facts of Kubernetes 1.36. */
export interface WriteRules {
  /** A PUT to a name that is not there creates it. */
  readonly createsOnUpdate: boolean;
  /** An update must name the version it was made from. */
  readonly needsVersion: boolean;
  /** A deletion is answered with the object, not with a Status. */
  readonly showsDeleted: boolean;
}

const CREATED_ON_UPDATE = new Set([
  'clusterrolebindings.rbac.authorization.k8s.io',
  'clusterroles.rbac.authorization.k8s.io',
  'endpoints',
  'events',
  'events.events.k8s.io',
  'leasecandidates.coordination.k8s.io',
  'leases.coordination.k8s.io',
  'limitranges',
  'rolebindings.rbac.authorization.k8s.io',
  'roles.rbac.authorization.k8s.io',
  'runtimeclasses.node.k8s.io',
  'services',
]);

const VERSION_NEEDED = new Set([
  'apiservices.apiregistration.k8s.io',
  'clustertrustbundles.certificates.k8s.io',
  'csidrivers.storage.k8s.io',
  'csinodes.storage.k8s.io',
  'csistoragecapacities.storage.k8s.io',
  'customresourcedefinitions.apiextensions.k8s.io',
  'leasecandidates.coordination.k8s.io',
  'leases.coordination.k8s.io',
  'mutatingadmissionpolicies.admissionregistration.k8s.io',
  'mutatingadmissionpolicybindings.admissionregistration.k8s.io',
  'mutatingwebhookconfigurations.admissionregistration.k8s.io',
  'poddisruptionbudgets.policy',
  'runtimeclasses.node.k8s.io',
  'storageversionmigrations.storagemigration.k8s.io',
  'storageversions.internal.apiserver.k8s.io',
  'validatingadmissionpolicies.admissionregistration.k8s.io',
  'validatingadmissionpolicybindings.admissionregistration.k8s.io',
  'validatingwebhookconfigurations.admissionregistration.k8s.io',
  'volumeattachments.storage.k8s.io',
]);

const SHOWN_WHEN_DELETED = new Set([
  'csidrivers.storage.k8s.io',
  'csinodes.storage.k8s.io',
  'deviceclasses.resource.k8s.io',
  'devicetaintrules.resource.k8s.io',
  'namespaces',
  'persistentvolumeclaims',
  'persistentvolumes',
  'pods',
  'podtemplates',
  'resourceclaims.resource.k8s.io',
  'resourceclaimtemplates.resource.k8s.io',
  'resourcequotas',
  'resourceslices.resource.k8s.io',
  'serviceaccounts',
  'services',
  'storageclasses.storage.k8s.io',
  'volumeattachments.storage.k8s.io',
  'volumeattributesclasses.storage.k8s.io',
]);

/** `isCustom`: a kind of a CustomResourceDefinition. */
export function writeRulesOf(of: GroupResource, isCustom: boolean): WriteRules {
  const name = qualified(of);
  return {
    createsOnUpdate: !isCustom && CREATED_ON_UPDATE.has(name),
    needsVersion: isCustom || VERSION_NEEDED.has(name),
    showsDeleted: !isCustom && SHOWN_WHEN_DELETED.has(name),
  };
}
