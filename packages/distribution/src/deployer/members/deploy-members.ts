import type { KubeClient } from '@banyan/kube';

/**
 * - `ours`: this process applies the member's works, with this client. Another client is another way to it.
 * - `unready`: it is ours, and cannot be reached yet; `reason` is told on its works.
 * - `others`: someone else applies them, or nobody does yet.
 * - `released`: it has gone or leaves; its works end without a word to it.
 */
export type MemberState =
  | { readonly kind: 'ours'; readonly memberClient: KubeClient }
  | { readonly kind: 'unready'; readonly reason: string }
  | { readonly kind: 'others' }
  | { readonly kind: 'released' };

/** Which members this process deploys to, and how. A deployer asks before every write; the answer comes from memory. */
export interface DeployMembers {
  /** By the member's namespace in the hub. */
  readonly stateOf: (namespace: string) => MemberState;
  /** Told when a state changed, and when a member that was lost is back. The answer ends it. */
  readonly onChange: (listener: (namespace: string) => void) => () => void;
  readonly waitForSync: (signal: AbortSignal) => Promise<void>;
  /** Lets go of watches and of the clients that it made. */
  readonly close: () => Promise<void>;
}
