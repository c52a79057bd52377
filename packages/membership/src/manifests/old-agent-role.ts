import type { KubeObject } from '@banyan/api';
import { role } from './rbac-objects.ts';

/**
 * Unmodified Clusternet agents watch all Secrets of their namespace to find their own. The hub does not have that right
 * itself, so it cannot put it into a role: it may only bind this one.
 */
export const OLD_AGENT_ROLE = 'banyan:old-agent-secrets';

export function oldAgentRole(): KubeObject {
  return role({
    name: OLD_AGENT_ROLE,
    rules: [{ apiGroups: [''], resources: ['secrets'], verbs: ['get', 'list', 'watch'] }],
  });
}
