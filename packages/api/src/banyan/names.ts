/** Strings of our own group, `banyan.dev`. */

/** On a ClusterRegistrationRequest: it comes from our agent, which takes a sealed, short-lived credential. */
export const AGENT_LABEL = 'banyan.dev/agent';
/** On a ClusterRegistrationRequest: the agent's public key (SPKI, base64), to which its credential is sealed. */
export const AGENT_KEY_ANNOTATION = 'banyan.dev/agent-key';
/**
 * On a ClusterRegistrationRequest that waits for a person: it is approved if the value is the request's own uid, which
 * its author could not know, and refused for the reason that the other annotation gives.
 */
export const APPROVED_ANNOTATION = 'banyan.dev/approved';
export const DENIED_ANNOTATION = 'banyan.dev/denied';

/** On a ManagedCluster: how it is reached. `agent` (the default) or `kubeconfig`. */
export const ACCESS_LABEL = 'banyan.dev/access';
/** On a ManagedCluster: a person asked that it leaves; `orphan` keeps what runs there, `drain` takes it away first. */
export const LEAVE_ANNOTATION = 'banyan.dev/leave';
/**
 * On a ManagedCluster beside the former, `true`: its registration request goes, too, and the cluster may register anew.
 * Otherwise the request stays, denied, until a person approves it.
 */
export const FORGET_ANNOTATION = 'banyan.dev/forget';
/** Holds a ManagedCluster until leaving is done. */
export const MEMBER_FINALIZER = 'banyan.dev/member';
/** On a ManagedCluster: TLS towards the member is not verified, since a person asked for it. */
export const INSECURE_ANNOTATION = 'banyan.dev/insecure';

/** In the hub, in the member's namespace: the kubeconfig of a member without an agent, under the key `kubeconfig`. */
export const KUBECONFIG_SECRET = 'member-kubeconfig';
/** In the hub, in the member's namespace: the token of an unmodified clusternet-agent, filled in by Kubernetes. */
export const AGENT_TOKEN_SECRET = 'member-agent-token';
/**
 * In the hub, in the member's namespace: the credential with which the gateway goes to the member as its callers.
 * Keys as in Clusternet's deployer Secret: `ca.crt`, `token`, `apiserver-advertise-url`.
 */
export const GATEWAY_SECRET = 'member-gateway';
/** In the member: the account of GATEWAY_SECRET. It may impersonate, and nothing else. */
export const GATEWAY_ACCOUNT = 'banyan-gateway';
/** In a member: callers who may `administer` it by the hub's RBAC belong to this group, bound to cluster-admin there. */
export const MEMBER_ADMINS_GROUP = 'banyan:member-admins';

/** Of the native door to templates: an aggregated group of its own. */
export const TEMPLATES_GROUP = 'proxies.banyan.dev';
export const TEMPLATES_VERSION = 'v1alpha1';
/** In the hub: what native paths of templates are below. */
export const TEMPLATES_PATH = `/apis/${TEMPLATES_GROUP}/${TEMPLATES_VERSION}/templates/all/proxy`;
