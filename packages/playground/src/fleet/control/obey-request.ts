import { NODES } from '../../cluster/resources.ts';
import type { FleetMember } from '../fleet-member.ts';
import { memberStatus, type MemberStatus } from '../member-status.ts';
import type { ControlRequest, FleetCommand } from './control-request.ts';

/** Does to the members what is asked, and says how they are then. Throws before anything is done, if a name is wrong. */
export async function obeyRequest(
  all: readonly FleetMember[],
  request: ControlRequest,
): Promise<readonly MemberStatus[]> {
  const members = request.members.length === 0 ? all : request.members.map((name) => memberNamed(all, name));
  if (request.command === 'node-down' || request.command === 'node-up')
    for (const member of members) for (const node of request.nodes) nodeNamed(member, node);
  await Promise.all(members.map((member) => obey(member, request)));
  return members.map(memberStatus);
}

async function obey(member: FleetMember, request: FleetCommand): Promise<void> {
  const { faults } = member;
  switch (request.command) {
    case 'status':
      return;
    case 'heal':
      return faults.heal();
    case 'cut':
      return faults.cut(request.mode);
    case 'flap':
      return faults.flap(request);
    case 'slow':
      return faults.slow(request.delayMs);
    case 'clock':
      return faults.shiftClock(request.offsetMs);
    case 'errors':
      return faults.answerErrors(request);
    case 'node-down':
      return request.nodes.forEach((node) => faults.nodes.kill(nodeNamed(member, node)));
    case 'node-up':
      return request.nodes.forEach((node) => faults.nodes.revive(nodeNamed(member, node)));
  }
}

function memberNamed(all: readonly FleetMember[], name: string): FleetMember {
  const found = all.find((member) => member.name === name);
  if (found !== undefined) return found;
  const names = all.map((member) => member.name).join(', ');
  throw new Error(`there is no member ${JSON.stringify(name)}; there are: ${names}`);
}

/** `node-2` is short for `member1-node-2`. */
function nodeNamed({ name: member, cluster }: FleetMember, text: string): string {
  const names = [...cluster.objects.list(NODES)].map(({ metadata }) => metadata.name ?? '');
  const found = names.find((name) => name === text || name === `${member}-${text}`);
  if (found !== undefined) return found;
  throw new Error(`${member} has no node ${JSON.stringify(text)}; it has: ${names.join(', ') || 'none'}`);
}
