/** Policies of an intent, as annotations on it. */
export const DRIFT_ANNOTATION = 'banyan.dev/drift';
export const CONFLICT_ANNOTATION = 'banyan.dev/conflict';
export const IMMUTABLE_ANNOTATION = 'banyan.dev/immutable';
/** The generation of the intent for which the mass-deletion guard stands aside. */
export const ALLOW_DELETION_ANNOTATION = 'banyan.dev/allow-deletion';
/** On an override, `true`: its values may use facts of the cluster, `${cluster.name}`. */
export const TEMPLATE_ANNOTATION = 'banyan.dev/template';

/** On objects in members: the id of the hub that applied them. They are watched by it. */
export const OWNED_LABEL = 'banyan.dev/owned';
/** On objects in members: a digest of the rendered object that was applied last. */
export const APPLIED_DIGEST_ANNOTATION = 'banyan.dev/applied-digest';
/** On the first Description of a Base: a digest of what it was rendered for, and how many Descriptions that made. */
export const RENDERED_ANNOTATION = 'banyan.dev/rendered';
/** On the first Description of a Base, JSON: the identities of objects that overrides renamed, by feed. */
export const RENAMED_ANNOTATION = 'banyan.dev/renamed';
/** On a Namespace in a member: we made it for what goes into it, so it may go with it. */
export const CREATED_NAMESPACE_ANNOTATION = 'banyan.dev/created-namespace';
