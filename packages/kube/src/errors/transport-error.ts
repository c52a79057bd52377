import { KubeError } from './kube-error.ts';
import type { RequestSubject } from './status-error.ts';

/** What to do about a failure below HTTP, by the code that Node or undici gives it. */
const ADVICE_BY_CODE: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'Is the API server running, and the address right?',
  ENOTFOUND: 'Check the host name in the kubeconfig.',
  EAI_AGAIN: 'The name server does not answer.',
  ETIMEDOUT: 'Check the network and the firewall.',
  EHOSTUNREACH: 'Check the network and the firewall.',
  ENETUNREACH: 'Check the network and the firewall.',
  CERT_HAS_EXPIRED: "The server's certificate has expired, or this machine's clock is wrong.",
  CERT_NOT_YET_VALID: "The server's certificate is not valid yet, or this machine's clock is wrong.",
  DEPTH_ZERO_SELF_SIGNED_CERT: 'Give the CA of this server in certificate-authority.',
  SELF_SIGNED_CERT_IN_CHAIN: 'Give the CA of this server in certificate-authority.',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'Give the CA of this server in certificate-authority.',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'Give the CA of this server in certificate-authority.',
  ERR_TLS_CERT_ALTNAME_INVALID: 'Use a name that is in the certificate, or set tls-server-name.',
};

/** A failure without an answer: no connection, a connection cut, TLS that does not fit. */
export function unreachableError(cause: unknown, subject: RequestSubject): KubeError {
  if (cause instanceof KubeError) return cause;
  const { code, message } = describe(cause);
  const advice = ADVICE_BY_CODE[code];
  return new KubeError(
    'Unreachable',
    `${subject.what}: ${message} (${subject.where})${advice === undefined ? '' : `. ${advice}`}`,
    { cause },
  );
}

/** The caller's signal ended the request: its reason is the cause. */
export function abortedError(reason: unknown, subject: RequestSubject): KubeError {
  return new KubeError('Aborted', `${subject.what}: given up by the caller (${subject.where})`, {
    cause: reason,
  });
}

export function deadlineError(timeoutMs: number, subject: RequestSubject, cause?: unknown): KubeError {
  const message = `${subject.what}: no complete answer within ${timeoutMs} ms (${subject.where})`;
  return new KubeError('Timeout', message, cause === undefined ? {} : { cause });
}

function describe(cause: unknown): { code: string; message: string } {
  if (!(cause instanceof Error)) return { code: '', message: String(cause) };
  // Happy eyeballs: one error for each address tried; the last tells as much as all of them.
  if (cause instanceof AggregateError && cause.errors.length > 0) return describe(cause.errors.at(-1));
  const code = 'code' in cause && typeof cause.code === 'string' ? cause.code : '';
  return { code, message: cause.message === '' ? code : cause.message };
}
