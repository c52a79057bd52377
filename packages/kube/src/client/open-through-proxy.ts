import { request as httpRequest } from 'node:http';
import { isIP, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { connect as connectTls, rootCertificates } from 'node:tls';
import { openTcp, whenReady } from './open-tcp.ts';
import { socks5Connect } from './socks5.ts';

const DEFAULT_PORT: Readonly<Record<string, number>> = {
  'http:': 80,
  'https:': 443,
  'socks5:': 1080,
  'socks5h:': 1080,
};

export interface ProxyTarget {
  readonly host: string;
  readonly port: number;
}

/** How the certificate of an https proxy is verified. */
export interface ProxyTrust {
  /** In PEM, trusted beside Node's own roots. */
  readonly ca: string | undefined;
  readonly insecure: boolean;
}

/**
 * A byte stream to the target through an http, https or socks5 proxy. The proxy is given the target's name, so
 * it is the proxy that resolves it. It never sees a client certificate.
 */
export async function openThroughProxy(
  proxy: URL,
  trust: ProxyTrust,
  target: ProxyTarget,
  signal: AbortSignal,
): Promise<Duplex> {
  const socket = await openProxy(proxy, trust, signal);
  const user = proxy.username === '' ? undefined : credentialsOf(proxy);
  try {
    if (proxy.protocol.startsWith('socks5')) return await socks5Connect(socket, target, user, signal);
    return await httpConnect(socket, target, user, signal);
  } catch (cause) {
    socket.on('error', () => undefined).destroy();
    if (signal.aborted) throw cause;
    throw new Error(`proxy ${proxy.host}: ${cause instanceof Error ? cause.message : String(cause)}`, {
      cause,
    });
  }
}

async function openProxy(proxy: URL, trust: ProxyTrust, signal: AbortSignal): Promise<Socket> {
  const host = proxy.hostname.replace(/^\[(.*)\]$/, '$1');
  const port = proxy.port === '' ? (DEFAULT_PORT[proxy.protocol] ?? 0) : Number(proxy.port);
  const raw = await openTcp(host, port, signal);
  if (proxy.protocol !== 'https:') return raw;
  const tls = connectTls({
    socket: raw,
    host,
    servername: isIP(host) === 0 ? host : '',
    ALPNProtocols: ['http/1.1'],
    rejectUnauthorized: !trust.insecure,
    ...(trust.ca !== undefined && { ca: [...rootCertificates, trust.ca] }),
  });
  return whenReady(tls, 'secureConnect', signal, raw);
}

interface ProxyUser {
  readonly username: string;
  readonly password: string;
}

function credentialsOf(proxy: URL): ProxyUser {
  return { username: decodeURIComponent(proxy.username), password: decodeURIComponent(proxy.password) };
}

function httpConnect(
  socket: Socket,
  target: ProxyTarget,
  user: ProxyUser | undefined,
  signal: AbortSignal,
): Promise<Duplex> {
  const authority = `${isIP(target.host) === 6 ? `[${target.host}]` : target.host}:${target.port}`;
  const headers: Record<string, string> = { host: authority };
  if (user !== undefined) {
    const pair = Buffer.from(`${user.username}:${user.password}`).toString('base64');
    headers['proxy-authorization'] = `Basic ${pair}`;
  }
  return new Promise((resolve, reject) => {
    const request = httpRequest({
      method: 'CONNECT',
      path: authority,
      headers,
      signal,
      createConnection: () => socket,
    });
    request.once('connect', (response, tunnel, head) => {
      if (response.statusCode !== 200) {
        reject(new Error(`CONNECT ${authority} was answered with ${response.statusCode}`));
        return;
      }
      if (head.length > 0) tunnel.unshift(head);
      resolve(tunnel);
    });
    request.once('response', (response) =>
      reject(new Error(`CONNECT ${authority} was answered with ${response.statusCode}`)),
    );
    request.once('error', reject);
    request.end();
  });
}
