import { createHmac } from 'node:crypto';
import type { BootstrapToken } from './bootstrap-token.ts';

/** A JSON web signature (HS256) of a content that is not in it (RFC 7515, appendix F). */
export function detachedSignature(content: string, { id, secret }: BootstrapToken): string {
  const header = base64(JSON.stringify({ alg: 'HS256', kid: id }));
  const signature = createHmac('sha256', secret)
    .update(`${header}.${base64(content)}`)
    .digest('base64url');
  return `${header}..${signature}`;
}

function base64(text: string): string {
  return Buffer.from(text).toString('base64url');
}
