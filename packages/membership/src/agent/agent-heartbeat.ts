import { isLeaseLost } from '@banyan/controller';
import type { KubeClient } from '@banyan/kube';
import { StatusCollector } from '../heartbeat/collect-status.ts';
import { StatusReporter } from '../heartbeat/report-status.ts';
import { runHeartbeat } from '../heartbeat/run-heartbeat.ts';
import type { AgentContext } from './agent-context.ts';
import { tellSilence } from './tell-silence.ts';

/** Where in the hub the member stands. */
interface MemberPlace {
  readonly hubClient: KubeClient;
  readonly hubNamespace: string;
  readonly memberName: string;
}

/** Reports this cluster until the signal aborts. Throws isNotFound when the hub has no such member any more. */
export async function runAgentHeartbeat(
  context: AgentContext,
  place: MemberPlace,
  signal: AbortSignal,
): Promise<void> {
  const { options, clock, random, logger } = context;
  const reporter = new StatusReporter({
    hubClient: place.hubClient,
    namespace: place.hubNamespace,
    name: place.memberName,
    periodMs: options.heartbeatPeriodMs,
    labelPrefixes: options.labelPrefixes,
    syncMode: options.syncMode,
    clock,
    random,
  });
  try {
    await beat(context, reporter, signal);
  } finally {
    if (isLeaseLost(signal.reason))
      await tellSilence(context.memberClient, reporter).catch((error: unknown) =>
        logger.warn({ error: messageOf(error) }, 'the hub was not told that this cluster is silent'),
      );
  }
}

async function beat(context: AgentContext, reporter: StatusReporter, signal: AbortSignal): Promise<void> {
  const { options, clock, random, logger, state, observer } = context;
  await runHeartbeat(
    {
      collector: collectorOf(context),
      reporter,
      collectEveryMs: options.collectPeriodMs,
      clock,
      random,
      onReported: (outcome) => {
        state.lastHeartbeatMs = clock.elapsed();
        observer.heartbeat?.(outcome);
      },
      onFailed: (error) => {
        observer.heartbeat?.('failed');
        logger.warn({ error: messageOf(error) }, 'the hub did not take a heartbeat');
      },
    },
    signal,
  );
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function collectorOf({ memberClient, options, clock, logger }: AgentContext): StatusCollector {
  const { clusterCidr, serviceCidr, kubeQps, kubeBurst } = options;
  return new StatusCollector({
    memberClient,
    facts: {
      agentVersion: options.version,
      appPusher: options.appPusher,
      useSocket: options.socketConnection,
      heartbeatFrequencySeconds: Math.max(1, Math.round(options.heartbeatPeriodMs / 1000)),
      // The hub's gateway asks the API server itself: there is no predictor of an agent's own to be reached.
      predictorEnabled: false,
      predictorDirectAccess: false,
      ...(kubeQps !== undefined && { kubeQPS: kubeQps }),
      ...(kubeBurst !== undefined && { kubeBurst }),
    },
    labels: { prefixes: options.labelPrefixes, threshold: options.labelThreshold },
    cidrs: {
      ...(clusterCidr !== undefined && { clusterCIDR: clusterCidr }),
      ...(serviceCidr !== undefined && { serviceCIDR: serviceCidr }),
    },
    usesMetrics: options.usesMetricsServer,
    clock,
    onTrouble: (error) =>
      logger.debug({ error: messageOf(error) }, 'something of this cluster cannot be read'),
  });
}
