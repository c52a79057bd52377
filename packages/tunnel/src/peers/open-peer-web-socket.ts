import { WebSocket } from 'ws';
import { H2_PROTOCOL } from '../h2/h2-settings.ts';
import { PEER_ID_HEADER } from './peer-protocol.ts';
import { authorizationOf } from './peer-secret.ts';

/** Another replica of the hub. */
export interface Peer {
  readonly id: string;
  /** `wss://host:port/path` of its `PeerMesh.accept`. */
  readonly url: string;
  /** PEM, by which its certificate is verified. */
  readonly ca: string;
  /** The name in its certificate, where that is not the host of the url. */
  readonly serverName?: string;
}

const HANDSHAKE_TIMEOUT_MS = 10_000;

/** Opens it, paused. An answer that is no upgrade is an error with its `statusCode`. */
export async function openPeerWebSocket(options: {
  peer: Peer;
  selfId: string;
  secret: string;
  signal: AbortSignal;
}): Promise<WebSocket> {
  const { peer, selfId, secret, signal } = options;
  if (!peer.url.startsWith('wss://')) throw new Error(`the peer's url must begin with wss://: ${peer.url}`);
  const webSocket = new WebSocket(peer.url, H2_PROTOCOL, {
    ca: peer.ca,
    ...(peer.serverName !== undefined && { servername: peer.serverName }),
    headers: { authorization: authorizationOf(secret), [PEER_ID_HEADER]: encodeURIComponent(selfId) },
    perMessageDeflate: false,
    handshakeTimeout: HANDSHAKE_TIMEOUT_MS,
    // Within TLS no proxy reads along; masking would cost both ends more than all the rest of a large transfer.
    generateMask: (mask) => void mask.fill(0),
  });
  const { promise, resolve, reject } = Promise.withResolvers<WebSocket>();
  const onAbort = (): void => webSocket.terminate();
  signal.addEventListener('abort', onAbort, { once: true });
  webSocket.once('open', () => {
    // The other side may speak first; whoever gets it resumes it.
    webSocket.pause();
    resolve(webSocket);
  });
  webSocket.on('error', reject);
  webSocket.once('unexpected-response', (_request, response) => {
    const { statusCode } = response;
    response.destroy();
    reject(Object.assign(new Error(`the peer ${peer.id} answered by ${statusCode}`), { statusCode }));
    webSocket.terminate();
  });
  try {
    return await promise;
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}
