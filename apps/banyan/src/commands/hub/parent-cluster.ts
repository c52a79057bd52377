import type { Logger } from '@banyan/controller';
import { loadConnection } from '@banyan/kube';
import { ownCluster, type OwnCluster } from '../program/own-cluster.ts';
import { startEmbedded } from './embedded-api-server.ts';
import type { HubFlags } from './hub-flags.ts';

/** The cluster that a hub keeps its objects in. */
export interface ParentCluster extends OwnCluster {
  /** Rejects when it is gone for good. */
  readonly broken: Promise<never>;
  readonly stop: () => Promise<void>;
}

/** By the flags: an API server of its own, or one that is there. */
export async function openParent(
  flags: HubFlags,
  { logger, signal }: { logger: Logger; signal: AbortSignal },
): Promise<ParentCluster> {
  if (flags.embedded === undefined)
    return { ...(await ownCluster(flags)), broken: new Promise<never>(() => {}), stop: async () => {} };
  const { kubeconfig, broken, stop } = await startEmbedded({
    flags: flags.embedded,
    bindAddress: flags.bindAddress ?? '127.0.0.1',
    advertiseUrl: flags.advertiseUrl,
    logger,
    signal,
  });
  try {
    const connection = await loadConnection({ path: kubeconfig, env: {} });
    return { connection, isOwnPod: false, broken, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
