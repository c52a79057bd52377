import type { MetricsRegistry } from '@banyan/controller';
import type { TunnelObserver } from '@banyan/tunnel';

/** Clusternet's: 60 s, times four each. */
const CONNECTION_BOUNDS = [60, 240, 960, 3840, 15_360, 61_440, 245_760, 983_040];

/** Tunnels as Prometheus sees them. By member there would be as many series as members: the log has those. */
export function tunnelMetrics(registry: MetricsRegistry): TunnelObserver {
  const sessions = registry.gauge({ name: 'banyan_tunnel_sessions', help: 'Tunnels that are open.' });
  const connections = registry.gauge({
    name: 'clusternet_socket_connections_count',
    help: 'Tunnels that are open, under the name that Clusternet has for it.',
  });
  const durations = registry.histogram({
    name: 'clusternet_socket_connections_duration_seconds',
    help: 'How long tunnels were open.',
    bounds: CONNECTION_BOUNDS,
  });
  const streams = registry.gauge({
    name: 'banyan_tunnel_streams',
    help: 'Streams that are open in tunnels.',
  });
  const dials = registry.histogram({
    name: 'banyan_tunnel_dial_duration_seconds',
    help: 'How long it took until an agent had the connection that was asked for.',
  });
  const failures = registry.counter({
    name: 'banyan_tunnel_dial_failures_total',
    help: 'Connections that could not be opened, by why.',
  });
  const bytes = registry.counter({ name: 'banyan_tunnel_bytes_total', help: 'Bytes in tunnels, each way.' });
  connections.set(0);
  return {
    sessionOpened: ({ protocol }) => {
      sessions.add(1, { protocol });
      connections.add(1);
    },
    sessionClosed: ({ protocol, durationMs }) => {
      sessions.add(-1, { protocol });
      connections.add(-1);
      durations.observe(durationMs / 1000);
    },
    streamOpened: ({ protocol, dialMs }) => {
      streams.add(1, { protocol });
      if (protocol !== 'remotedialer') dials.observe(dialMs / 1000);
    },
    streamClosed: ({ protocol }) => streams.add(-1, { protocol }),
    dialFailed: ({ code }) => failures.add(1, { code }),
    bytes: ({ receivedBytes, sentBytes }) => {
      bytes.add(receivedBytes, { direction: 'received' });
      bytes.add(sentBytes, { direction: 'sent' });
    },
  };
}
