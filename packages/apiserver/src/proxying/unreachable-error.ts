/** A server to which a request was to be passed on gave no answer. The message is what kube-apiserver would say of it. */
export class UnreachableError extends Error {
  override readonly name = 'UnreachableError';

  constructor(url: URL, cause: unknown) {
    super(wordsOf(url, cause), { cause });
  }
}

const DIAL_FAILURES: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'connect: connection refused',
  EHOSTUNREACH: 'connect: no route to host',
  ENETUNREACH: 'connect: network is unreachable',
  ETIMEDOUT: 'i/o timeout',
};

function wordsOf(url: URL, cause: unknown): string {
  const { code = '', message = 'unknown failure' } = cause as { code?: string; message?: string };
  const { hostname, port, protocol } = url;
  const address = `${hostname}:${port || (protocol === 'http:' ? 80 : 443)}`;
  const failed = DIAL_FAILURES[code];
  if (failed !== undefined) return `dial tcp ${address}: ${failed}`;
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN')
    return `dial tcp: lookup ${hostname}: ${code === 'ENOTFOUND' ? 'no such host' : 'server misbehaving'}`;
  if (code === 'ECONNRESET' || code === 'EPIPE') return 'EOF';
  return message;
}
