import { KubeError } from '../errors/kube-error.ts';
import type { Credentials } from './cluster-connection.ts';
import type { ExecConfig } from './kubeconfig.ts';

export interface ExecCredential {
  readonly credentials: Credentials;
  readonly expiresAtMs: number | undefined;
}

interface ExecCredentialAnswer {
  readonly apiVersion: unknown;
  readonly kind: unknown;
  readonly status: ExecCredentialStatus | null;
}

interface ExecCredentialStatus {
  readonly token?: unknown;
  readonly clientCertificateData?: unknown;
  readonly clientKeyData?: unknown;
  readonly expirationTimestamp?: unknown;
}

/** Reads what a plugin printed: an ExecCredential of the version that the kubeconfig names. */
export function parseExecCredential(output: string, exec: ExecConfig, owner: string): ExecCredential {
  const wrong = (words: string): KubeError =>
    new KubeError('BadConfig', `${owner}: exec plugin ${exec.command} ${words}`);
  const answer = parseJson(output);
  if (answer === undefined) throw wrong('did not print an ExecCredential in JSON');
  if (answer.apiVersion !== exec.apiVersion) {
    throw wrong(`is configured for ${exec.apiVersion} and answered with ${String(answer.apiVersion)}`);
  }
  if (answer.status === undefined || answer.status === null) throw wrong('returned no status');
  const token = textOf(answer.status.token);
  const cert = textOf(answer.status.clientCertificateData);
  const key = textOf(answer.status.clientKeyData);
  if ((cert === undefined) !== (key === undefined)) {
    throw wrong('returned a certificate without its key, or the other way round');
  }
  if (token === undefined && cert === undefined) throw wrong('returned neither a token nor a certificate');
  return {
    credentials: {
      ...(token !== undefined && { token }),
      ...(cert !== undefined && key !== undefined && { clientCertificate: { cert, key } }),
    },
    expiresAtMs: parseTime(answer.status.expirationTimestamp, wrong),
  };
}

function parseTime(value: unknown, wrong: (words: string) => KubeError): number | undefined {
  const text = textOf(value);
  if (text === undefined) return undefined;
  const ms = Date.parse(text);
  if (Number.isNaN(ms)) throw wrong(`returned an expirationTimestamp that is no time: ${text}`);
  return ms;
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

function parseJson(text: string): Partial<ExecCredentialAnswer> | undefined {
  try {
    const parsed = JSON.parse(text) as Partial<ExecCredentialAnswer> | null;
    return parsed?.kind === 'ExecCredential' ? parsed : undefined;
  } catch {
    return undefined;
  }
}
