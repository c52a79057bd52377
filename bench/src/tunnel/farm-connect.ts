import { once } from 'node:events';
import { connect as connectTls, createSecureContext, type TLSSocket } from 'node:tls';
import { H2_PROTOCOL } from '@banyan/tunnel';
import { WebSocket } from 'ws';

/** As of agents. */
const CONNECT_TIMEOUT_MS = 10_000;
const HANDSHAKE_TIMEOUT_MS = 30_000;

export interface FarmGateway {
  readonly port: number;
  readonly ca: string;
}

export type FarmConnect = (
  agent: { readonly clusterId: string; readonly token: string },
  protocols: readonly string[],
  signal: AbortSignal,
) => Promise<WebSocket>;

/** To the hub it looks like an agent's connection; here thousands share what each agent has for itself. */
export function farmConnect({ port, ca }: FarmGateway): FarmConnect {
  const secureContext = createSecureContext({ ca });
  const host = '127.0.0.1';
  return async ({ clusterId, token }, protocols, signal) => {
    const socket = connectTls({ host, port, secureContext, ALPNProtocols: ['http/1.1', H2_PROTOCOL] });
    await secured(socket, signal);
    const path = `/apis/proxies.clusternet.io/v1alpha1/sockets/${clusterId}/attach`;
    const webSocket = new WebSocket(`ws://${host}:${port}${path}`, [...protocols], {
      createConnection: () => socket,
      headers: { authorization: `Bearer ${token}` },
      perMessageDeflate: false,
      handshakeTimeout: HANDSHAKE_TIMEOUT_MS,
      generateMask: (mask) => mask.fill(0),
    });
    webSocket.once('open', () => webSocket.pause());
    webSocket.on('error', () => undefined);
    await once(webSocket, 'open', { signal });
    return webSocket;
  };
}

async function secured(socket: TLSSocket, signal: AbortSignal): Promise<void> {
  const timeout = AbortSignal.timeout(CONNECT_TIMEOUT_MS);
  try {
    await once(socket, 'secureConnect', { signal: AbortSignal.any([signal, timeout]) });
  } catch (error) {
    socket.on('error', () => undefined).destroy();
    throw error;
  }
}
