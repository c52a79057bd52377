import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { duplexPair, type Duplex } from 'node:stream';
import type { Pod } from '@banyan/api/objects';
import type { Clock } from '@banyan/controller';
import type { ContainerRun } from '../containers/container-run.ts';
import type { PodRun } from '../pod-run.ts';

export interface FoundPod {
  readonly pod: Readonly<Pod>;
  readonly run: PodRun;
}

interface Target {
  readonly pod: Readonly<Pod>;
  readonly container: ContainerRun;
  readonly port: number;
}

/** What answers on the ports of simulated containers: a page that says who answers. */
export class PodServer {
  readonly #clusterName: string;
  readonly #clock: Clock;
  readonly #targets = new WeakMap<object, Target>();
  /** It listens nowhere: connections are handed to it. */
  readonly #server: Server;

  constructor(clusterName: string, clock: Clock) {
    this.#clusterName = clusterName;
    this.#clock = clock;
    this.#server = createServer((request, response) => this.#answer(request, response));
  }

  /** A connection to a port of a pod; undefined: nobody listens there. */
  connect({ pod, run }: FoundPod, port: number): Duplex | undefined {
    const container = run.containers.listener(port);
    if (container === undefined) return undefined;
    const [ours, theirs] = duplexPair();
    this.#targets.set(theirs, { pod, container, port });
    // Whoever goes first ends both.
    theirs.on('error', () => {});
    ours.on('error', () => {});
    ours.on('close', () => theirs.destroy());
    theirs.on('close', () => ours.push(null));
    this.#server.emit('connection', theirs);
    return ours;
  }

  #answer(request: IncomingMessage, response: ServerResponse): void {
    request.resume();
    const target = this.#targets.get(request.socket);
    if (target === undefined) {
      response.writeHead(500).end();
      return;
    }
    const { pod, container, port } = target;
    const { namespace = '', name = '' } = pod.metadata;
    const { method = 'GET', url = '/', headers } = request;
    const facts = {
      cluster: this.#clusterName,
      namespace,
      pod: name,
      container: container.container.name,
      node: pod.spec.nodeName ?? '',
      port,
      path: url,
    };
    const nowMs = this.#clock.now();
    container.print(
      `${new Date(nowMs).toISOString()} "${method} ${url} HTTP/${request.httpVersion}" 200\n`,
      nowMs,
    );
    const isJson = headers.accept?.includes('application/json') === true;
    const text = isJson ? `${JSON.stringify(facts)}\n` : pageOf(facts);
    response.writeHead(200, { 'content-type': isJson ? 'application/json' : 'text/plain; charset=utf-8' });
    response.end(method === 'HEAD' ? undefined : text);
  }
}

function pageOf(facts: Readonly<Record<string, string | number>>): string {
  const lines = Object.entries(facts).map(([name, value]) => `${`${name}:`.padEnd(11)}${value}\n`);
  return `Simulated by the Banyan playground.\n\n${lines.join('')}`;
}
