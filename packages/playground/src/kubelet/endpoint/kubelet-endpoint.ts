import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import type { TLSSocket } from 'node:tls';
import type { Clock } from '@banyan/controller';
import { WebSocketServer } from 'ws';
import type { ContainerRun } from '../containers/container-run.ts';
import type { Kubelet } from '../kubelet.ts';
import { parseLogQuery } from '../logs/log-selection.ts';
import { RequestRefused, type KubeletRequest, parseKubeletUrl } from './kubelet-request.ts';
import type { FoundPod, PodServer } from './pod-server.ts';
import { forwardOverChannels, forwardOverSpdy, webSocketWire } from './port-forward.ts';
import { remoteAttach, remoteExec } from './remote-command.ts';
import { serveLog } from './serve-log.ts';
import { webSocketStreams } from './web-socket-streams.ts';

const HOST = '127.0.0.1';
/** Whom it answers: nobody but the API server. */
const CALLER = 'kube-apiserver-kubelet-client';
const COMMAND_PROTOCOLS = ['v5.channel.k8s.io', 'v4.channel.k8s.io'];
const TUNNEL = 'SPDY/3.1+portforward.k8s.io';
const PORT_PROTOCOLS = [TUNNEL, 'v4.channel.k8s.io'];

export interface KubeletEndpointOptions {
  readonly kubelet: Kubelet;
  /** What answers on the pods' ports. */
  readonly pods: PodServer;
  readonly clock: Clock;
  readonly tls: KubeletTls;
}

/** PEM: what it shows, and what signs the certificate of who may ask. */
export interface KubeletTls {
  readonly certificate: string;
  readonly key: string;
  readonly ca: string;
}

/** Where the API server finds the kubelets: one address for all nodes. */
export interface KubeletEndpoint {
  readonly port: number;
  stop(): Promise<void>;
}

/** Serves logs and streams of pods. Resolves when it listens. */
export async function startKubeletEndpoint(options: KubeletEndpointOptions): Promise<KubeletEndpoint> {
  const { certificate: cert, key, ca } = options.tls;
  const server = createServer({ cert, key, ca, requestCert: true, rejectUnauthorized: true });
  const webSockets = new WebSocketServer({ noServer: true, handleProtocols: chooseProtocol });
  const open = new Set<Duplex>();
  server.on('request', (request, response) => {
    void answer(options, request, response).catch((error: unknown) => refuse(error, response));
  });
  server.on('upgrade', (request, socket, head) => {
    open.add(socket);
    socket.on('close', () => open.delete(socket));
    socket.on('error', () => socket.destroy());
    try {
      upgrade(options, webSockets, { request, socket, head });
    } catch (error) {
      const { code, message } = asRefusal(error);
      socket.end(
        `HTTP/1.1 ${code} Refused\r\nContent-Length: ${Buffer.byteLength(message)}\r\nConnection: close\r\n\r\n${message}`,
      );
    }
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, HOST, () => resolve());
  });
  return {
    port: (server.address() as AddressInfo).port,
    stop: async () => {
      for (const socket of open) socket.destroy();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function answer(
  options: KubeletEndpointOptions,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  requireCaller(request);
  const asked = parseKubeletUrl(request.url ?? '');
  if (asked.action !== 'containerLogs') throw new RequestRefused(400, 'Upgrade request required');
  const { run } = containerOf(options, asked);
  const query = parseLogQuery(asked.parameters, options.clock.now());
  const { pod, container } = asked;
  const of = `container "${container}" in pod "${pod.name}"`;
  if (query.previous && run.previousLog === undefined)
    throw new RequestRefused(400, `previous terminated ${of} not found`);
  if (run.state.type === 'waiting')
    throw new RequestRefused(400, `${of} is waiting to start: ${run.state.message ?? run.state.reason}`);
  const log = query.previous ? run.previousLog : run.log;
  if (log === undefined) response.writeHead(200, { 'content-type': 'text/plain' }).end();
  else await serveLog(log, query, response);
}

interface UpgradeRequest {
  readonly request: IncomingMessage;
  readonly socket: Duplex;
  readonly head: Buffer;
}

function upgrade(
  options: KubeletEndpointOptions,
  webSockets: WebSocketServer,
  { request, socket, head }: UpgradeRequest,
): void {
  requireCaller(request);
  const asked = parseKubeletUrl(request.url ?? '');
  const isWebSocket = request.headers.upgrade?.toLowerCase() === 'websocket';
  if (asked.action === 'portForward') {
    const target = { found: podOf(options, asked), server: options.pods };
    if (!isWebSocket) return switchToSpdy({ request, socket, head }, (wire) => forwardOverSpdy(wire, target));
    webSockets.handleUpgrade(request, socket, head, (webSocket) => {
      if (webSocket.protocol === TUNNEL) void forwardOverSpdy(webSocketWire(webSocket), target);
      else forwardOverChannels(webSocket, asked.ports, target);
    });
    return undefined;
  }
  // kubectl asks again, by WebSocket, unless it is very old.
  if (!isWebSocket) throw new RequestRefused(400, 'only WebSockets are served here');
  const { found, run } = containerOf(options, asked);
  if (!run.isRunning) throw new RequestRefused(500, `container not found ("${asked.container}")`);
  webSockets.handleUpgrade(request, socket, head, (webSocket) => {
    const { surroundings } = found.run;
    const command = { run, surroundings, streams: webSocketStreams(webSocket), isTerminal: asked.isTerminal };
    const done = asked.action === 'exec' ? remoteExec(command, asked.command) : remoteAttach(command);
    // Who has gone need not be told.
    void done.catch(() => webSocket.terminate());
  });
}

function switchToSpdy(
  { request, socket, head }: UpgradeRequest,
  serve: (wire: Duplex) => Promise<void>,
): void {
  const protocol = request.headers['x-stream-protocol-version'];
  const lines = [
    'HTTP/1.1 101 Switching Protocols',
    'Connection: Upgrade',
    'Upgrade: SPDY/3.1',
    ...(protocol === undefined ? [] : ['X-Stream-Protocol-Version: portforward.k8s.io']),
  ];
  socket.write(`${lines.join('\r\n')}\r\n\r\n`);
  if (head.length > 0) socket.unshift(head);
  void serve(socket);
}

function chooseProtocol(offered: Set<string>, { url = '' }: IncomingMessage): string | false {
  const known = url.startsWith('/portForward/') ? PORT_PROTOCOLS : COMMAND_PROTOCOLS;
  return known.find((protocol) => offered.has(protocol)) ?? false;
}

function requireCaller({ socket }: IncomingMessage): void {
  const { subject } = (socket as TLSSocket).getPeerCertificate();
  if (subject?.CN !== CALLER) throw new RequestRefused(403, 'Forbidden');
}

function podOf({ kubelet }: KubeletEndpointOptions, { pod }: KubeletRequest): FoundPod {
  const found = kubelet.find(pod);
  if (found === undefined) throw new RequestRefused(404, `pod "${pod.name}" not found`);
  return found;
}

function containerOf(
  options: KubeletEndpointOptions,
  asked: KubeletRequest,
): { found: FoundPod; run: ContainerRun } {
  const found = podOf(options, asked);
  const run = found.run.containers.all.find(({ container }) => container.name === asked.container);
  if (run === undefined)
    throw new RequestRefused(404, `container "${asked.container}" not found in pod "${asked.pod.name}"`);
  return { found, run };
}

function refuse(error: unknown, response: ServerResponse): void {
  const { code, message } = asRefusal(error);
  if (response.headersSent) response.destroy();
  else response.writeHead(code, { 'content-type': 'text/plain' }).end(message);
}

function asRefusal(error: unknown): RequestRefused {
  return error instanceof RequestRefused ? error : new RequestRefused(500, 'the playground failed here');
}
