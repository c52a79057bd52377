import { ApiError } from '@banyan/apiserver';
import { badGateway, forbidden, notReachable, unavailable } from '../gateway-errors.ts';
import type { Member } from '../members/member.ts';
import { said } from './member-routes.ts';

/** Most often the agent is already connected anew. */
const LOST_RETRY_SECONDS = 1;

/** What a caller is told when there was no answer of the member. */
export function proxyFailure(member: Member, target: string, error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  const code = codesOf(error);
  if (code.has('not-connected'))
    return notReachable(
      `${said(member)}: its agent is not connected to this hub; is \`banyan agent\` running there?`,
      error,
    );
  if (code.has('closed'))
    return unavailable(`${said(member)}: the connection to its agent was lost`, LOST_RETRY_SECONDS, error);
  const why = error instanceof Error ? error.message : String(error);
  if (code.has('refused'))
    return forbidden(`${said(member)}: a connection to ${target} is not allowed: ${why}`);
  if (isCertificateProblem(code))
    return badGateway(
      `${said(member)}: the certificate of ${target} is not signed by an authority that the hub knows for it, or not for that name: ${why}`,
      error,
    );
  return badGateway(`${said(member)}: ${target} cannot be reached: ${why}`, error);
}

/** Whether a kept connection was closed at the very moment at which it was used again. */
export function isLostConnection(error: unknown): boolean {
  const codes = codesOf(error);
  return codes.has('ECONNRESET') || codes.has('EPIPE') || codes.has('closed');
}

function isCertificateProblem(codes: ReadonlySet<string>): boolean {
  return [...codes].some((code) => /CERT|UNABLE_TO_|SIGNATURE|_CA$/.test(code));
}

/** Of an error and all that it came from. */
function codesOf(error: unknown): Set<string> {
  const codes = new Set<string>();
  let next = error;
  for (let depth = 0; depth < 8 && next instanceof Error; depth++) {
    const { code } = next as { code?: unknown };
    if (typeof code === 'string') codes.add(code);
    next = next.cause;
  }
  return codes;
}
