import { humanDuration } from '@banyan/api/human-duration';
import type { JoinToken } from '@banyan/membership';

export function tokenRows(tokens: readonly JoinToken[], now: Date): string[][] {
  return [
    ['ID', 'ENDS IN', 'DESCRIPTION'],
    ...tokens.map(({ id, expiresAt, isExpired, description }) => [
      id,
      endOf(isExpired, expiresAt, now),
      description,
    ]),
  ];
}

function endOf(isExpired: boolean, expiresAt: Date | undefined, now: Date): string {
  if (isExpired) return 'ended';
  return expiresAt === undefined ? 'never' : humanDuration(expiresAt.getTime() - now.getTime());
}
