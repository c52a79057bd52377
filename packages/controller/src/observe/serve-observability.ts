import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { MetricsRegistry } from './metrics-registry.ts';

/** Something that has to be well. */
export interface ObservedCheck {
  readonly name: string;
  /** What is wrong, in words; undefined: it is well. It answers at once, from what is known. */
  readonly problem: () => string | undefined;
  /** True: when it is not well the process is to be restarted. False: it is to be spared requests. */
  readonly isVital?: boolean;
}

export interface ObservabilityOptions {
  readonly host: string;
  /** 0: any that is free. */
  readonly port: number;
  readonly registry: MetricsRegistry;
  readonly checks: readonly ObservedCheck[];
}

export interface ObservabilityServer {
  readonly port: number;
  readonly stop: () => Promise<void>;
}

/** Serves /metrics, /livez, /healthz and /readyz, to anyone: nothing there is secret. */
export async function serveObservability(options: ObservabilityOptions): Promise<ObservabilityServer> {
  const server = createServer({ requestTimeout: 10_000, headersTimeout: 10_000 }, (request, response) => {
    answer(options, request, response);
  });
  server.listen(options.port, options.host);
  await once(server, 'listening');
  const stop = async () => {
    const closed = once(server, 'close');
    server.close();
    server.closeAllConnections();
    await closed;
  };
  return { port: (server.address() as AddressInfo).port, stop };
}

function answer(options: ObservabilityOptions, request: IncomingMessage, response: ServerResponse): void {
  const [path = '', query = ''] = (request.url ?? '').split('?', 2);
  const isVerbose = new URLSearchParams(query).has('verbose');
  if (request.method !== 'GET' && request.method !== 'HEAD') return send(response, 405, 'only GET\n');
  switch (path) {
    case '/metrics':
      return send(response, 200, options.registry.text(), 'text/plain; version=0.0.4; charset=utf-8');
    case '/livez':
    case '/healthz':
      return sendChecks(
        response,
        options.checks.filter(({ isVital }) => isVital),
        isVerbose,
      );
    case '/readyz':
      return sendChecks(response, options.checks, isVerbose);
    default:
      return send(response, 404, 'there are /metrics, /healthz, /livez and /readyz\n');
  }
}

function sendChecks(response: ServerResponse, checks: readonly ObservedCheck[], isVerbose: boolean): void {
  const found = checks.map(({ name, problem }) => ({ name, problem: problem() }));
  const isWell = found.every(({ problem }) => problem === undefined);
  if (isWell && !isVerbose) return send(response, 200, 'ok');
  const lines = found.map(({ name, problem }) =>
    problem === undefined ? `[+]${name} ok` : `[-]${name} failed: ${problem}`,
  );
  send(response, isWell ? 200 : 503, `${lines.join('\n')}\n`);
}

function send(response: ServerResponse, status: number, text: string, type = 'text/plain'): void {
  response.writeHead(status, { 'content-type': type, 'x-content-type-options': 'nosniff' }).end(text);
}
