import type { IncomingMessage } from 'node:http';
import { openExchange } from '../proxying/open-exchange.ts';
import { UnreachableError } from '../proxying/unreachable-error.ts';
import { originOf, type Backend } from './backend.ts';
import { identityHeaders } from './identity-headers.ts';
import type { Address } from './service-address.ts';

/** As whom the server itself asks: someone who may read everything. */
const AGGREGATOR = { name: 'system:kube-aggregator', groups: ['system:masters'], extra: {} };

/** What a server tells of itself comes within this time, or it is not taken to be well. */
const ANSWER_TIMEOUT_MS = 5000;
/** Discovery of thousands of resources is smaller than this; more is not read. */
const MAX_ANSWER_BYTES = 4 * 1024 * 1024;

export interface BackendAnswer {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  readonly body: Buffer;
}

export interface BackendQuestion {
  readonly backend: Backend;
  readonly address: Address;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
}

/** Asks for a document in the server's own name. Bounded in time and size. Throws if there is no whole answer. */
export async function askBackend(question: BackendQuestion): Promise<BackendAnswer> {
  const { backend, address, path, headers = {} } = question;
  const url = new URL(path, originOf(address));
  const signal = AbortSignal.any([question.signal, AbortSignal.timeout(ANSWER_TIMEOUT_MS)]);
  const outgoing = openExchange(
    { url, tls: backend.tls, agent: backend.agent },
    { method: 'GET', headers: { ...identityHeaders(AGGREGATOR), ...headers }, signal },
  );
  try {
    const answer = await new Promise<IncomingMessage>((resolve, reject) => {
      outgoing.once('response', resolve).once('error', reject).end();
    });
    // Later errors are the answer's, and told where it is read.
    outgoing.on('error', () => {});
    const body = await boundedBody(answer);
    return { status: answer.statusCode ?? 0, headers: answer.headers, body };
  } catch (error) {
    outgoing.destroy();
    if (signal.aborted && !question.signal.aborted) {
      throw new Error('context deadline exceeded (Client.Timeout exceeded while awaiting headers)', {
        cause: error,
      });
    }
    throw error instanceof UnreachableError ? error : new UnreachableError(url, error);
  }
}

async function boundedBody(answer: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of answer as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > MAX_ANSWER_BYTES) throw new Error(`the answer is larger than ${MAX_ANSWER_BYTES} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
