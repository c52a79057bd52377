import type { MetricsRegistry } from '@banyan/controller';
import type { AgentObserver } from '@banyan/membership';

/** What an agent tells Prometheus. */
export function agentMetrics(registry: MetricsRegistry): AgentObserver {
  const gauge = (name: string, help: string) => {
    const made = registry.gauge({ name: `banyan_agent_${name}`, help });
    made.set(0);
    return made;
  };
  const leading = gauge('leading', '1: this replica works; 0: it waits for its turn.');
  const registered = gauge('registered', '1: the hub has approved this cluster.');
  const sessions = gauge('tunnel_sessions', 'Tunnels to the hub that are open.');
  const heartbeats = registry.counter({
    name: 'banyan_agent_heartbeats_total',
    help: 'Heartbeats by what became of them.',
  });
  const dials = registry.counter({
    name: 'banyan_agent_dials_total',
    help: 'Connections that the hub asked for, by what became of them.',
  });
  const renewals = registry.counter({
    name: 'banyan_agent_token_renewals_total',
    help: 'Times that a newer credential was taken.',
  });
  const failures = registry.counter({
    name: 'banyan_agent_part_failures_total',
    help: 'Parts of the agent that failed and were started again.',
  });
  return {
    leading: (isLeading) => leading.set(isLeading ? 1 : 0),
    registered: (isRegistered) => registered.set(isRegistered ? 1 : 0),
    tunnelSessions: (count) => sessions.set(count),
    heartbeat: (outcome) => heartbeats.add(1, { outcome }),
    dialled: (outcome) => dials.add(1, { outcome }),
    tokenRenewed: () => renewals.add(),
    partFailed: (part) => failures.add(1, { part }),
  };
}
