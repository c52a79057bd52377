import { createHash } from 'node:crypto';
import type { Duplex } from 'node:stream';
import { createSecureContext, type SecureContext } from 'node:tls';
import { KubeError } from '../errors/kube-error.ts';
import type { ClusterConnection, Credentials } from '../kubeconfig/cluster-connection.ts';
import { openSocket } from './open-socket.ts';
import { serverAddress } from './server-address.ts';

/** Opens a connection to a server, TLS done, on which HTTP/1.1 is spoken. Rejects with the error of the layer that failed. */
export type OpenStream = (signal?: AbortSignal) => Promise<Duplex>;

/**
 * For who passes on bytes of other clients, and keeps the connections himself. The connection's CA, and the client
 * certificate if there is one, are read now and hold for every stream. Throws a KubeError (BadConfig) if they are of no
 * use. Tokens are for the caller to send.
 */
export async function streamOpener(
  connection: ClusterConnection,
  { clientCertificate }: Pick<Credentials, 'clientCertificate'> = {},
): Promise<OpenStream> {
  const address = serverAddress(connection);
  const ca = typeof connection.ca === 'function' ? await connection.ca() : connection.ca;
  const secureContext = address.secure ? contextOf(connection, ca, clientCertificate) : undefined;
  return (signal) =>
    openSocket({
      connection,
      address,
      secureContext,
      ca,
      alpn: ['http/1.1'],
      ...(signal !== undefined && { signal }),
    });
}

/** As long as somebody uses one, others with the same authorities share it: public roots take nearly a megabyte each time. */
const shared = new Map<string, WeakRef<SecureContext>>();
const unused = new FinalizationRegistry<string>((key) => {
  if (shared.get(key)?.deref() === undefined) shared.delete(key);
});

function contextOf(
  { name }: ClusterConnection,
  ca: string | undefined,
  pair: Credentials['clientCertificate'],
): SecureContext {
  const key = createHash('sha256')
    .update(ca ?? '')
    .digest('base64');
  const known = pair === undefined ? shared.get(key)?.deref() : undefined;
  if (known !== undefined) return known;
  try {
    const context = createSecureContext({ ...(ca !== undefined && { ca }), ...pair });
    if (pair === undefined) {
      shared.set(key, new WeakRef(context));
      unused.register(context, key);
    }
    return context;
  } catch (cause) {
    const words = cause instanceof Error ? cause.message : String(cause);
    const message = `cluster "${name}": the CA, client certificate or key cannot be used: ${words}`;
    throw new KubeError('BadConfig', message, { cause });
  }
}
