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
import { remoteAttach, remoteExec, type RemoteStreams } from './remote-command.ts';
import { serveLog } from './serve-log.ts';
import { serveSpdyStreams, streamNames } from './spdy-streams.ts';
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
  await serveLog((query.previous ? run.previousLog : undefined) ?? run.openLog(), query, response);
}

interface UpgradeOffer {
  readonly request: IncomingMessage;
  readonly socket: Duplex;
  readonly head: Buffer;
}

function upgrade(options: KubeletEndpointOptions, webSockets: WebSocketServer, offer: UpgradeOffer): void {
  requireCaller(offer.request);
  const asked = parseKubeletUrl(offer.request.url ?? '');
  if (asked.action === 'portForward') forwardPorts(options, webSockets, { asked, offer });
  else runCommand(options, webSockets, { asked, offer });
}

interface Asked {
  readonly asked: KubeletRequest;
  readonly offer: UpgradeOffer;
}

function forwardPorts(
  options: KubeletEndpointOptions,
  webSockets: WebSocketServer,
  { asked, offer }: Asked,
): void {
  const target = { found: podOf(options, asked), server: options.pods };
  if (!isWebSocket(offer)) {
    void forwardOverSpdy(switchToSpdy(offer, 'portforward.k8s.io'), target);
    return;
  }
  webSockets.handleUpgrade(offer.request, offer.socket, offer.head, (webSocket) => {
    if (webSocket.protocol === TUNNEL) void forwardOverSpdy(webSocketWire(webSocket), target);
    else forwardOverChannels(webSocket, asked.ports, target);
  });
}

function runCommand(
  options: KubeletEndpointOptions,
  webSockets: WebSocketServer,
  { asked, offer }: Asked,
): void {
  const { found, run } = containerOf(options, asked);
  if (!run.isRunning) throw new RequestRefused(500, `container not found ("${asked.container}")`);
  const { surroundings } = found.run;
  const serve = (streams: RemoteStreams) => {
    const command = { run, surroundings, streams, isTerminal: asked.isTerminal };
    const done = asked.action === 'exec' ? remoteExec(command, asked.command) : remoteAttach(command);
    // Who has gone need not be told.
    void done.catch(() => offer.socket.destroy());
  };
  if (!isWebSocket(offer)) {
    void serveSpdyStreams(switchToSpdy(offer, 'v4.channel.k8s.io'), streamNames(asked.parameters), serve);
    return;
  }
  webSockets.handleUpgrade(offer.request, offer.socket, offer.head, (webSocket) =>
    serve(webSocketStreams(webSocket)),
  );
}

function isWebSocket({ request }: UpgradeOffer): boolean {
  return request.headers.upgrade?.toLowerCase() === 'websocket';
}

function switchToSpdy({ request, socket, head }: UpgradeOffer, protocol: string): Duplex {
  const isAsked = request.headers['x-stream-protocol-version'] !== undefined;
  const lines = [
    'HTTP/1.1 101 Switching Protocols',
    'Connection: Upgrade',
    'Upgrade: SPDY/3.1',
    ...(isAsked ? [`X-Stream-Protocol-Version: ${protocol}`] : []),
  ];
  socket.write(`${lines.join('\r\n')}\r\n\r\n`);
  if (head.length > 0) socket.unshift(head);
  return socket;
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
