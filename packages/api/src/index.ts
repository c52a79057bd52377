export { type JsonObject, type JsonValue } from './json.ts';
export {
  type KubeList,
  type KubeObject,
  type ManagedFieldsEntry,
  type ObjectMeta,
  type OwnerReference,
} from './kube-object.ts';
export { isStatus, type Status, type StatusCause, type StatusDetails } from './status.ts';
export {
  formatApiVersion,
  parseApiVersion,
  type GroupVersion,
  type GroupVersionKind,
  type GroupVersionResource,
} from './group-version.ts';
export {
  labelMatcher,
  matchesLabelSelector,
  type LabelSelector,
  type LabelSelectorRequirement,
} from './label-selector.ts';
export { goType } from './kubernetes-schema/go-shapes.ts';
export {
  type GoField,
  type GoStruct,
  type GoType,
  type StoredGoShapes,
  type StoredGoStruct,
} from './kubernetes-schema/go-type.ts';
export {
  kubernetesDefinition,
  kubernetesDefinitionName,
  kubernetesSchema,
  kubernetesStoredDefinition,
} from './kubernetes-schema/kubernetes-schema.ts';
export { type KubernetesSchema, type StoredSchema } from './kubernetes-schema/schema-linker.ts';
export {
  kubernetesResources,
  kubernetesVersion,
  type KubernetesResource,
  type KubernetesSubresource,
} from './kubernetes-schema/kubernetes-resources.ts';
