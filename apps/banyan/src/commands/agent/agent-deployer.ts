import { EventRecorder, type ControllerMetrics, type Logger } from '@banyan/controller';
import { agentDeployMembers, Deployer } from '@banyan/distribution/deployer';
import { SharedCaches } from '@banyan/kube';
import type { DeploySession } from '@banyan/membership';

export interface AgentDeployerOptions {
  readonly logger: Logger;
  readonly metrics: ControllerMetrics;
}

/** Deploys to this member what the hub has for it, until the signal aborts. */
export function agentDeployer({
  logger,
  metrics,
}: AgentDeployerOptions): (session: DeploySession, signal: AbortSignal) => Promise<void> {
  return async ({ hubClient, hubNamespace: namespace, deployClient }, signal) => {
    const hubCaches = new SharedCaches({
      client: hubClient,
      onError: (err) => logger.warn({ err }, 'a watch of the hub failed'),
      onUserError: (err) => logger.error({ err }, 'a handler failed'),
    });
    const members = agentDeployMembers({ hubCaches, namespace, memberClient: deployClient });
    const events = new EventRecorder({ client: hubClient, component: 'banyan-agent', logger });
    try {
      await new Deployer({ hubClient, hubCaches, members, namespace, events, logger, metrics }).run(signal);
    } finally {
      await members.close();
      await events.close();
      await hubCaches.close();
    }
  };
}
