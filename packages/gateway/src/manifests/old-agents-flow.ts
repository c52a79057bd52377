import type { KubeObject } from '@banyan/api';
import { PROXIES_GROUP } from '../routing/socket-path.ts';

const NAME = 'clusternet-agent-sockets';
const API_VERSION = 'flowcontrol.apiserver.k8s.io/v1';

/** Of a parent with default flags (245 shares for 600 seats) these are about 100 seats. */
export const OLD_AGENT_SHARES = 50;

/**
 * A tunnel on the bare `sockets/<id>`, as Clusternet's agents open it, is no long-running request to a parent's API server:
 * it holds a seat for as long as it lives. These seats are of a level of their own, so that nobody else waits for them; an
 * agent too many is told so at once, and tries again. Ours connect to `/attach`, which takes no seat.
 */
export function oldAgentsFlow(nominalConcurrencyShares: number): KubeObject[] {
  return [
    {
      apiVersion: API_VERSION,
      kind: 'PriorityLevelConfiguration',
      metadata: { name: NAME },
      spec: {
        type: 'Limited',
        limited: {
          nominalConcurrencyShares,
          // What is lent comes back when a request ends; tunnels do not end.
          lendablePercent: 0,
          borrowingLimitPercent: 0,
          limitResponse: { type: 'Reject' },
        },
      },
    } as KubeObject,
    {
      apiVersion: API_VERSION,
      kind: 'FlowSchema',
      metadata: { name: NAME },
      spec: {
        priorityLevelConfiguration: { name: NAME },
        // Before Kubernetes' own for all accounts (9000).
        matchingPrecedence: 7000,
        rules: [
          {
            subjects: [{ kind: 'Group', group: { name: 'system:serviceaccounts' } }],
            resourceRules: [
              { apiGroups: [PROXIES_GROUP], resources: ['sockets'], verbs: ['get'], clusterScope: true },
            ],
          },
        ],
      },
    } as KubeObject,
  ];
}
