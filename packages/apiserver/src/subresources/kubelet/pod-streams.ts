import { badRequest, failure } from '../../errors/api-error.ts';
import { quoted } from '../../kinds/fields/go-text.ts';
import { proxyUpgrade } from '../../proxying/proxy-upgrade.ts';
import { UnreachableError } from '../../proxying/unreachable-error.ts';
import type { ConnectHandler, ConnectRequest } from '../../registry/served-resource.ts';
import type { PodView } from '../pods/pod-view.ts';
import { urlOf, type KubeletConnections } from './kubelet-connections.ts';
import { parseFlag } from './log-options.ts';
import { chosenContainer, findPod } from './pod-on-node.ts';

type StreamKind = 'exec' | 'attach' | 'portforward';

/** As a kubelet names them. */
const STREAMS = { stdin: 'input', stdout: 'output', stderr: 'error', tty: 'tty' } as const;

/**
 * `pods/x/exec`, `attach` and `portforward`: the connection is joined with one to the kubelet, whatever protocol the two
 * agree on (WebSocket, SPDY).
 */
export function podStream(kind: StreamKind, kubelets: KubeletConnections): ConnectHandler {
  return async (request) => {
    // However it is asked for: a WebSocket begins with a GET, which may do no more than a POST.
    await request.requireVerb('create');
    const url = await locate(kind, request, kubelets);
    if (request.upgrade === undefined) throw badRequest('Upgrade request required');
    const { signal, response, upgrade } = request;
    try {
      await proxyUpgrade(request.request, response, upgrade, { url, tls: kubelets.tls(), signal });
    } catch (error) {
      throw error instanceof UnreachableError ? failure(`error dialing backend: ${error.message}`) : error;
    }
  };
}

async function locate(kind: StreamKind, request: ConnectRequest, kubelets: KubeletConnections): Promise<URL> {
  const { resource, namespace, name, query } = request;
  const parameters = kind === 'portforward' ? portParameters(query) : streamParameters(kind, query);
  const pod = await findPod(request);
  const path = pathOf(kind, pod, query.get('container') ?? '');
  const { nodeName = '' } = pod.spec;
  if (nodeName === '') throw badRequest(`pod ${name} does not have a host assigned`);
  const url = urlOf('https', await kubelets.addressOf(nodeName, resource));
  url.pathname = path.replace('{pod}', `${namespace}/${name}`);
  url.search = parameters.toString();
  return url;
}

function pathOf(kind: StreamKind, pod: PodView, asked: string): string {
  return kind === 'portforward' ? '/portForward/{pod}' : `/${kind}/{pod}/${chosenContainer(pod, asked)}`;
}

function streamParameters(kind: StreamKind, query: URLSearchParams): URLSearchParams {
  const parameters = new URLSearchParams();
  for (const [asked, name] of Object.entries(STREAMS)) if (parseFlag(query, asked)) parameters.set(name, '1');
  if (kind === 'exec') for (const word of query.getAll('command')) parameters.append('command', word);
  return parameters;
}

function portParameters(query: URLSearchParams): URLSearchParams {
  const ports = query.getAll('ports').flatMap((text) => text.split(',').map(parsePort));
  return new URLSearchParams(ports.length === 0 ? {} : { port: ports.join(',') });
}

function parsePort(text: string): number {
  const isNumber = /^\d+$/.test(text);
  if (isNumber && Number(text) <= 65_535) return Number(text);
  const why = isNumber ? 'value out of range' : 'invalid syntax';
  throw badRequest(`cannot convert to []int32: strconv.ParseUint: parsing ${quoted(text)}: ${why}`);
}
