import type { MemberStatus } from '@banyan/playground';
import { textTable } from '../program/text-table.ts';

export function memberTable(members: readonly MemberStatus[]): string {
  return textTable([
    ['NAME', 'VERSION', 'NODES', 'SERVER', 'FAULTS'],
    ...members.map(({ name, version, nodes, readyNodes, server, faults }) => [
      name,
      version,
      `${readyNodes}/${nodes}`,
      server,
      faults.join(', ') || 'none',
    ]),
  ]);
}
