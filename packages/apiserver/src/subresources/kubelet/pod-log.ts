import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { failure } from '../../errors/api-error.ts';
import { openExchange, type ProxyTarget } from '../../proxying/open-exchange.ts';
import { UnreachableError } from '../../proxying/unreachable-error.ts';
import type { ConnectHandler, ConnectRequest } from '../../registry/served-resource.ts';
import { urlOf, type KubeletConnections } from './kubelet-connections.ts';
import { logRefusal } from './kubelet-refusal.ts';
import { parseLogOptions } from './log-options.ts';
import { chosenContainer, findPod } from './pod-on-node.ts';

const CACHE_CONTROL = 'no-cache, private';
/** How much of a kubelet's refusal is passed on. */
const MAX_REFUSAL_BYTES = 50_000;

/** `pods/x/log`: a container's log, from the kubelet that has it. */
export function podLog(kubelets: KubeletConnections): ConnectHandler {
  return async (request) => {
    const { response, signal, name } = request;
    const target = await logTarget(request, kubelets);
    // What no node has been chosen for has said nothing yet.
    if (target === undefined) return sendNothing(response);
    const answer = await ask(target, signal);
    if (answer === undefined) return undefined;
    const { statusCode = 500 } = answer;
    if (statusCode < 200 || statusCode > 206) throw logRefusal(statusCode, name, await beginningOf(answer));
    response.writeHead(200, { 'cache-control': CACHE_CONTROL, 'content-type': 'text/plain' });
    response.flushHeaders();
    // A log that breaks off must not look as if it had ended.
    await pipeline(answer, response, { signal }).catch(() => response.destroy());
  };
}

async function logTarget(
  { resource, namespace, name, query }: ConnectRequest,
  kubelets: KubeletConnections,
): Promise<ProxyTarget | undefined> {
  const options = parseLogOptions(query, name);
  const pod = await findPod({ resource, namespace, name });
  const container = chosenContainer(pod, options.container);
  const { nodeName = '' } = pod.spec;
  if (nodeName === '') return undefined;
  const url = urlOf('https', await kubelets.addressOf(nodeName, resource));
  url.pathname = `/containerLogs/${namespace}/${name}/${container}`;
  url.search = options.parameters.toString();
  return { url, tls: kubelets.tls(options) };
}

function sendNothing(response: ServerResponse): void {
  response.writeHead(204, { 'cache-control': CACHE_CONTROL }).end();
}

/** Undefined: the client has gone. */
async function ask(target: ProxyTarget, signal: AbortSignal): Promise<IncomingMessage | undefined> {
  const outgoing = openExchange(target, { method: 'GET', headers: {}, signal });
  outgoing.end();
  try {
    const [answer] = (await once(outgoing, 'response')) as [IncomingMessage];
    return answer;
  } catch (error) {
    if (signal.aborted) return undefined;
    const { message } = error instanceof UnreachableError ? error : new UnreachableError(target.url, error);
    throw failure(`Get "${target.url.href}": ${message}`);
  }
}

async function beginningOf(answer: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of answer as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    size += chunk.length;
    if (size >= MAX_REFUSAL_BYTES) break;
  }
  return Buffer.concat(chunks).subarray(0, MAX_REFUSAL_BYTES).toString();
}
