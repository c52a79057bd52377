import { createSecureContext } from 'node:tls';
import type { Credentials } from '@banyan/kube';
import { badRequest } from '../gateway-errors.ts';

type Extra = Readonly<Record<string, readonly string[]>>;

/** What begins so in a user's extra is meant for this gateway: credentials of the member. */
const PREFIX = 'clusternet-';

/** Parts what a caller sent along for the member from what his identity says of him. The first may be secret. */
export function splitExtra(extra: Extra): { readonly passed: Extra; readonly rest: Extra } {
  const [passed, rest] = [true, false].map((isPassed) =>
    Object.fromEntries(Object.entries(extra).filter(([key]) => key.startsWith(PREFIX) === isPassed)),
  );
  return { passed: passed ?? {}, rest: rest ?? {} };
}

/**
 * The member's credentials that a caller brings: a token, or a certificate and its key. Undefined: he brings none, and
 * goes as himself. Throws 400 for what is no credential; the message never has any of it.
 */
export function passedCredentials(passed: Extra): Credentials | undefined {
  const token = one(passed, 'clusternet-token');
  const certificate = one(passed, 'clusternet-certificate');
  const key = one(passed, 'clusternet-privatekey');
  if (token === undefined && certificate === undefined && key === undefined) return undefined;
  if (token !== undefined && /[^\x21-\x7e]/.test(token))
    throw badRequest('clusternet-token is not a bearer token');
  if ((certificate === undefined) !== (key === undefined))
    throw badRequest('clusternet-certificate and clusternet-privatekey must come together');
  return {
    ...(token !== undefined && { token }),
    ...(certificate !== undefined && key !== undefined && { clientCertificate: pair(certificate, key) }),
  };
}

function one(passed: Extra, key: string): string | undefined {
  const values = passed[key] ?? [];
  if (values.length > 1) throw badRequest(`${key} is given more than once`);
  return values[0] === '' ? undefined : values[0];
}

function pair(certificate: string, privateKey: string): { cert: string; key: string } {
  const cert = decoded('clusternet-certificate', certificate);
  const key = decoded('clusternet-privatekey', privateKey);
  try {
    createSecureContext({ cert, key });
  } catch {
    throw badRequest(
      'clusternet-certificate and clusternet-privatekey are not a certificate and its key in PEM',
    );
  }
  return { cert, key };
}

function decoded(name: string, text: string): string {
  if (text.length % 4 !== 0 || !/^[A-Za-z0-9+/]+={0,2}$/.test(text))
    throw badRequest(`${name} is not base64`);
  return Buffer.from(text, 'base64').toString('utf8');
}
