import { setTimeout as delay } from 'node:timers/promises';
import { CLUSTER_REGISTRATION_REQUESTS, type ClusterRegistrationRequest } from '@banyan/api/clusternet';
import type { KubeClient } from '@banyan/kube';
import { listMembers } from '@banyan/membership';
import { waitingRequests } from './waiting-requests.ts';

const LOOK_EVERY_MS = 500;

export interface WaitForMemberOptions {
  readonly hubClient: KubeClient;
  readonly name: string;
  /** Each new thing that is known, in words. */
  readonly say: (text: string) => void;
  readonly signal: AbortSignal;
}

/** The hub does not let it in; the message says why. */
export class MemberDenied extends Error {}

/** Resolves when a member is ready. Throws MemberDenied, and when the signal aborts. */
export async function waitForMember(options: WaitForMemberOptions): Promise<void> {
  const { say, signal } = options;
  for (let said = ''; ;) {
    const words = await stateOf(options);
    if (words !== said) say(words);
    if (words === READY) return;
    said = words;
    await delay(LOOK_EVERY_MS, undefined, { signal });
  }
}

const READY = 'ready';

async function stateOf({ hubClient, name, signal }: WaitForMemberOptions): Promise<string> {
  const member = (await listMembers(hubClient, signal)).find(({ metadata }) => metadata.name === name);
  if (member !== undefined) {
    const ready = member.status?.conditions?.find(({ type }) => type === 'Ready');
    if (ready === undefined) return 'waiting for its first heartbeat';
    return ready.status === 'True' ? READY : `not ready: ${ready.message || ready.reason}`;
  }
  const { items } = await hubClient.list<ClusterRegistrationRequest>(CLUSTER_REGISTRATION_REQUESTS, {
    signal,
  });
  const asked = items.filter(({ spec }) => spec.clusterName === name);
  const denied = asked.find(({ status }) => status?.result === 'Denied');
  if (denied !== undefined)
    throw new MemberDenied(`the hub refused it: ${denied.status?.errorMessage ?? 'no reason given'}`);
  if (waitingRequests(asked).length > 0) return `has asked; if it goes on waiting, banyan approve ${name}`;
  return 'waiting for its agent';
}
