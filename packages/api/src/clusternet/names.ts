/** Strings that Clusternet's users, manifests and agents know: labels, annotations, finalizers, taints, names. */

export const CLUSTER_ID_LABEL = 'clusters.clusternet.io/cluster-id';
export const CLUSTER_NAME_LABEL = 'clusters.clusternet.io/cluster-name';
export const REGISTERED_BY_LABEL = 'clusters.clusternet.io/registered-by';
export const BOOTSTRAPPING_LABEL = 'clusters.clusternet.io/bootstrapping';
export const CREATED_BY_LABEL = 'clusternet.io/created-by';
export const AUTO_UPDATE_ANNOTATION = 'clusternet.io/autoupdate';
/** On the agent's Lease: an id that is to be used in place of the Lease's own uid. */
export const LEGACY_CLUSTER_ID_ANNOTATION = 'legacy-cluster-id';

/** Holds works, templates and the deployer's Secret until what they stand for is gone. */
export const APPS_FINALIZER = 'apps.clusternet.io/finalizer';
/** On a ManagedCluster: it does not wait to be initialized. */
export const SKIP_CLUSTER_INIT_ANNOTATION = 'clusters.clusternet.io/skip-cluster-init';

export const UNSCHEDULABLE_TAINT = 'clusters.clusternet.io/unschedulable';
export const INITIALIZATION_TAINT = 'clusters.clusternet.io/initialization';

/** Where the hub's and the agent's own objects are. */
export const SYSTEM_NAMESPACE = 'clusternet-system';
/** Where templates are kept. */
export const RESERVED_NAMESPACE = 'clusternet-reserved';
/** Group of the bootstrap tokens with which clusters register. */
export const REGISTER_GROUP = 'system:bootstrappers:clusternet:register-cluster-token';
/** The ClusterRole of whoever may ask to be registered. */
export const BOOTSTRAP_ROLE = 'clusternet:system:bootstrapping';

/** In the member: what the agent was given by the hub. */
export const PARENT_SECRET = 'parent-cluster';
/** In the hub, in the member's namespace: how the hub pushes to the member. Written by the agent in Push and Dual. */
export const DEPLOYER_SECRET = 'child-cluster-deployer';
/** In the member: the account whose token DEPLOYER_SECRET carries. */
export const DEPLOYER_ACCOUNT = 'clusternet-app-deployer';
