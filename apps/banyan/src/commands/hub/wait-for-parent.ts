import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from '@banyan/controller';
import { isTimeout, isUnreachable, type KubeClient } from '@banyan/kube';

const AGAIN_MS = 2000;

/** A parent that starts at the same time as the hub, or is just being replaced, is waited for. Other errors are thrown. */
export async function waitForParent(
  hubClient: KubeClient,
  { logger, signal }: { logger: Logger; signal: AbortSignal },
): Promise<void> {
  for (;;) {
    try {
      await hubClient.requestJson({ method: 'GET', path: '/version', signal });
      return;
    } catch (err) {
      if (signal.aborted || !(isUnreachable(err) || isTimeout(err))) throw err;
      logger.warn({ err }, 'the parent cluster does not answer; it is asked again');
      await delay(AGAIN_MS, undefined, { signal });
    }
  }
}
