import type { Duplex } from 'node:stream';
import type { KubeClient } from '../client/kube-client.ts';
import { resourcePath } from '../client/request-path.ts';
import type { Impersonation } from '../kubeconfig/cluster-connection.ts';
import { portForwardStream } from './port-forward-stream.ts';
import { remoteProcess, type RemoteProcess } from './remote-process.ts';

const PODS = { group: '', version: 'v1', resource: 'pods' } as const;
/** v5 can close standard input; servers before 1.30 speak only v4. */
const REMOTE_COMMAND_PROTOCOLS = ['v5.channel.k8s.io', 'v4.channel.k8s.io'];
const PORT_FORWARD_PROTOCOLS = ['v4.channel.k8s.io'];

export interface PodStreamOptions {
  readonly namespace: string;
  readonly pod: string;
  /** Ends the stream whenever it aborts. */
  readonly signal: AbortSignal;
  readonly impersonate?: Impersonation;
}

export interface AttachOptions extends PodStreamOptions {
  /** Default: the pod's only container. */
  readonly container?: string;
  /** Default false: the process has no standard input. */
  readonly stdin?: boolean;
  /** A terminal: standard error then comes on standard output, and `resize` counts. */
  readonly tty?: boolean;
}

export interface ExecOptions extends AttachOptions {
  readonly command: readonly string[];
}

/** Runs a command in a container. Returns once the connection stands; `exitCode` tells how it went. */
export function execInPod(client: KubeClient, options: ExecOptions): Promise<RemoteProcess> {
  return openRemoteProcess(client, 'exec', options, options.command);
}

/** Joins the streams of a container's main process. */
export function attachToPod(client: KubeClient, options: AttachOptions): Promise<RemoteProcess> {
  return openRemoteProcess(client, 'attach', options, []);
}

/**
 * One TCP connection to a port of a pod. The protocol knows no half-close: `end()` says only that no more is
 * written; `destroy()` closes. It ends when the pod's side closes, with an error if that could not be reached.
 */
export async function forwardPort(
  client: KubeClient,
  options: PodStreamOptions & { readonly port: number },
): Promise<Duplex> {
  const path = podPath(options, 'portforward', [['ports', String(options.port)]]);
  const { webSocket, subject } = await client.webSocket({
    ...options,
    path,
    protocols: PORT_FORWARD_PROTOCOLS,
  });
  return portForwardStream(webSocket, subject, options.signal);
}

async function openRemoteProcess(
  client: KubeClient,
  subresource: 'exec' | 'attach',
  options: AttachOptions,
  command: readonly string[],
): Promise<RemoteProcess> {
  const tty = options.tty === true;
  const query = [
    ...command.map((word): [string, string] => ['command', word]),
    ...(options.container === undefined ? [] : [['container', options.container] as [string, string]]),
    ['stdin', String(options.stdin === true)],
    ['stdout', 'true'],
    ['stderr', String(!tty)],
    ['tty', String(tty)],
  ] satisfies [string, string][];
  const path = podPath(options, subresource, query);
  const { webSocket, subject } = await client.webSocket({
    ...options,
    path,
    protocols: REMOTE_COMMAND_PROTOCOLS,
  });
  return remoteProcess(webSocket, subject, options.signal);
}

function podPath(
  { namespace, pod }: PodStreamOptions,
  subresource: string,
  query: readonly [string, string][],
): string {
  const path = resourcePath(PODS, { namespace, name: pod, subresource });
  return `${path}?${new URLSearchParams(query).toString()}`;
}
