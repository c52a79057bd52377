import { once } from 'node:events';
import { createServer, type Server } from 'node:https';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import type { CertificateAndKey } from '@banyan/kube';
import { httpsOpen, type HttpsPeer } from '../kubernetes/https-request.ts';

/** An answer on its way, which a corruption may change. */
export interface PassingAnswer {
  readonly method: string;
  readonly path: string;
  status: number;
  readonly headers: Record<string, string>;
  body: string;
}

export interface Corruption {
  /** Changes an answer that is not a watch. */
  readonly answer?: (answer: PassingAnswer) => void;
  /** The lines of a watch that are passed on in place of one. */
  readonly line?: (line: string, path: string) => readonly string[];
}

/**
 * Stands between the suite and a server and spoils what passes. Everything is asked with the given peer's identity,
 * so only cases of the administrator can go through it.
 */
export class CorruptingProxy {
  corruption: Corruption = {};
  readonly #server: Server;
  readonly #peer: HttpsPeer;

  constructor(peer: HttpsPeer, { certificate, key }: CertificateAndKey) {
    this.#peer = peer;
    this.#server = createServer({ cert: certificate, key }, (request, response) => {
      this.#pass(request, response).catch((error: unknown) => response.destroy(error as Error));
    });
  }

  async start(): Promise<string> {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    return `https://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }

  async #pass(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = 'GET', url: path = '/' } = request;
    const headers = onlyStrings(request.headers);
    const abort = new AbortController();
    response.on('close', () => abort.abort());
    const body = await buffer(request);
    const passed = { method, path, headers, body, signal: abort.signal };
    const answer = await httpsOpen(this.#peer, passed);
    answer.on('error', () => response.destroy()); // The suite closes watches in the middle.
    const isWatch = path.includes('watch=true') && answer.statusCode === 200;
    if (isWatch) return this.#passWatch(answer, response, path);
    const whole = {
      method,
      path,
      status: answer.statusCode ?? 0,
      headers: onlyStrings(answer.headers),
      body: (await buffer(answer)).toString(),
    };
    this.corruption.answer?.(whole);
    delete whole.headers['content-length'];
    delete whole.headers['transfer-encoding'];
    response.writeHead(whole.status, whole.headers).end(whole.body);
  }

  #passWatch(answer: IncomingMessage, response: ServerResponse, path: string): void {
    response.writeHead(200, {
      'content-type': answer.headers['content-type'] ?? '',
      'cache-control': 'no-cache, private',
    });
    response.flushHeaders();
    let rest = '';
    answer.setEncoding('utf8');
    answer.on('data', (chunk: string) => {
      const lines = (rest + chunk).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines)
        for (const passed of this.corruption.line?.(line, path) ?? [line]) response.write(`${passed}\n`);
    });
    answer.on('end', () => response.end());
  }
}

function onlyStrings(headers: IncomingMessage['headers']): Record<string, string> {
  const entries = Object.entries(headers).filter(([name]) => name !== 'connection' && name !== 'host');
  return Object.fromEntries(entries.map(([name, value]) => [name, String(value)]));
}
