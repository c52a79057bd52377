import type { Duplex } from 'node:stream';
import type { KubeClient } from '@banyan/kube';
import { H2_PROTOCOL, isTunnelError, type DialTarget, type TunnelAgentObserver } from '@banyan/tunnel';
import type { AgentContext } from './agent-context.ts';
import { parseAllowList } from './dial-policy/allow-list.ts';
import { DialPolicy } from './dial-policy/dial-policy.ts';

/** Not the bare `sockets/<id>`: to a kube-apiserver only `attach` is a long-running request, which holds no seat. */
function attachPath(clusterId: string): string {
  return `/apis/proxies.clusternet.io/v1alpha1/sockets/${clusterId}/attach`;
}

/** Keeps the tunnel up until the signal aborts. */
export async function runAgentTunnel(
  context: AgentContext,
  { tunnelClient, clusterId }: { readonly tunnelClient: KubeClient; readonly clusterId: string },
  signal: AbortSignal,
): Promise<void> {
  const { memberClient, options, random, tunnel } = context;
  const policy = new DialPolicy({
    member: memberClient.connection,
    allow: parseAllowList(options.tunnelAllow),
  });
  try {
    await tunnel({
      connect: async (protocols, connectSignal) => {
        const path = attachPath(clusterId);
        const request = { path, protocols, announces: H2_PROTOCOL, signal: connectSignal };
        return (await tunnelClient.webSocket(request)).webSocket;
      },
      dial: (target, dialSignal) => dial(context, policy, target, dialSignal),
      observer: tunnelObserver(context),
      random,
      signal,
    });
  } finally {
    countSessions(context, -context.state.tunnelSessions);
  }
}

async function dial(
  context: AgentContext,
  policy: DialPolicy,
  target: DialTarget,
  signal: AbortSignal,
): Promise<Duplex> {
  const { observer, logger } = context;
  try {
    const stream = await policy.dial(target, signal);
    observer.dialled?.('opened');
    return stream;
  } catch (error) {
    const isRefused = isTunnelError(error, 'refused');
    observer.dialled?.(isRefused ? 'refused' : 'failed');
    if (isRefused) logger.warn({ reason: error.message }, 'refused a connection that the hub asked for');
    throw error;
  }
}

function tunnelObserver(context: AgentContext): TunnelAgentObserver {
  const { logger } = context;
  return {
    connected: () => {
      countSessions(context, 1);
      logger.info({}, 'the tunnel to the hub is up');
    },
    disconnected: ({ reason, durationMs }) => {
      countSessions(context, -1);
      logger.info({ reason, durationMs: Math.round(durationMs) }, 'a session of the tunnel has ended');
    },
    connectFailed: ({ error, isRefused, retryInMs }) => {
      const fields = { error: error.message, retryInMs: Math.round(retryInMs) };
      logger.warn(
        fields,
        isRefused ? 'the hub does not let this agent open its tunnel' : 'the tunnel cannot be opened',
      );
    },
  };
}

function countSessions({ state, observer }: AgentContext, change: number): void {
  state.tunnelSessions = Math.max(0, state.tunnelSessions + change);
  observer.tunnelSessions?.(state.tunnelSessions);
}
