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
export { matchesLabelSelector, type LabelSelector, type LabelSelectorRequirement } from './label-selector.ts';
