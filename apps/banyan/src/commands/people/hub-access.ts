import { KubeClient, kubeconfigConnection, loadKubeconfig, type Kubeconfig } from '@banyan/kube';
import { stopSignal } from '../program/stop-signal.ts';

/** How people say which hub, as kubectl does. */
export const HUB_OPTIONS = {
  kubeconfig: { type: 'string' },
  context: { type: 'string' },
} as const;

export interface HubFlags {
  readonly kubeconfig?: string | undefined;
  readonly context?: string | undefined;
}

/** The hub as a person's kubeconfig names it. */
export interface HubAccess {
  readonly config: Kubeconfig;
  /** The context's name. */
  readonly context: string;
  readonly hubClient: KubeClient;
  /** Ctrl-C. */
  readonly signal: AbortSignal;
}

/** Opens the hub for the time of `use`. Nothing is asked of it before `use` does. */
export async function withHub<T>(flags: HubFlags, use: (hub: HubAccess) => Promise<T>): Promise<T> {
  const { kubeconfig: path, context } = flags;
  const config = await loadKubeconfig({ env: process.env, ...(path !== undefined && { path }) });
  const connection = kubeconfigConnection(config, {
    env: process.env,
    isTerminal: process.stdin.isTTY,
    ...(context !== undefined && { context }),
  });
  const hubClient = new KubeClient(connection, { userAgent: 'banyan' });
  try {
    return await use({
      config,
      context: connection.name,
      hubClient,
      signal: stopSignal({ withParent: false }),
    });
  } finally {
    await hubClient.close();
  }
}
