import { controllerMetrics, type Logger, type MetricsRegistry } from '@banyan/controller';
import { SharedCaches, type KubeClient } from '@banyan/kube';
import { runScheduling } from '@banyan/scheduling';
import type { TunnelHub } from '@banyan/tunnel';
import { gatesFlag } from '../program/gates-flag.ts';
import { keepTrying } from '../program/keep-trying.ts';
import { ControllersPart } from './controllers-part.ts';
import type { HubFlags } from './hub-flags.ts';
import { LedPart } from './led-part.ts';
import { PushPart } from './push-part.ts';

export interface WorkSetting {
  readonly hubClient: KubeClient;
  /** For Leases alone: whoever has much to write must not keep itself from saying that it is there. */
  readonly leaseClient: KubeClient;
  readonly flags: HubFlags;
  readonly tunnels: TunnelHub;
  /** PEM: of the gateway, for agents that connect to it directly. */
  readonly tunnelCa: string | undefined;
  /** Whether this hub brings its own definitions and roles, as an administrator. */
  readonly installs: boolean;
  readonly registry: MetricsRegistry;
  readonly logger: Logger;
  readonly signal: AbortSignal;
}

/** Everything of a hub that is not asked for by a request. */
export interface Work {
  /** What keeps it from working, in words. A replica that waits for its turn is well. */
  readonly problem: () => string | undefined;
  readonly ended: Promise<void>;
}

/** Starts controllers, scheduler and pushing, as far as the roles of this replica go, on one set of caches. */
export function startWork(setting: WorkSetting): Work {
  const { flags, hubClient, leaseClient, tunnels, tunnelCa, registry, logger, signal } = setting;
  const { leaseTimes: times } = flags;
  const hubCaches = new SharedCaches({
    client: hubClient,
    onError: (err) => logger.warn({ err }, 'a watch of the hub failed'),
    onUserError: (err) => logger.error({ err }, 'a handler failed'),
  });
  const leading = registry.gauge({
    name: 'banyan_hub_leading',
    help: '1: this part of this replica works; 0: that of another does.',
  });
  const shared = { hubClient, hubCaches, logger, metrics: controllerMetrics(registry) };
  // Embedded, the API server's own process signs it.
  const signsClusterInfo = setting.installs && flags.embedded === undefined;
  const controllers = new ControllersPart({ ...shared, flags, tunnelCa, signsClusterInfo });
  const push = new PushPart({ ...shared, leaseClient, times, dial: (...target) => tunnels.dial(...target) });
  const pushes = flags.roles.has('controllers') && gatesFlag(flags.featureGates).Deployer;
  const lead = (name: 'controllers' | 'scheduler', work: (term: AbortSignal) => Promise<void>) =>
    flags.roles.has(name)
      ? [new LedPart({ leaseClient, name, times, lead: work, leading, logger }).run(signal)]
      : [];
  const runs = [
    ...lead('controllers', (term) => controllers.lead(term)),
    ...lead('scheduler', (term) => runScheduling({ ...shared, caches: hubCaches, signal: term })),
    ...(pushes ? [keepTrying('deployer', () => push.run(signal), { logger, signal })] : []),
  ];
  return {
    problem: () => controllers.problem() ?? (pushes && !push.started ? 'not started yet' : undefined),
    ended: Promise.all(runs).then(() => hubCaches.close()),
  };
}
