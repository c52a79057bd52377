import { parseArgs } from 'node:util';
import { CLUSTER_REGISTRATION_REQUESTS, type ClusterRegistrationRequest } from '@banyan/api/clusternet';
import { approveRequest, denyRequest } from '@banyan/membership';
import { HUB_OPTIONS, withHub } from './people/hub-access.ts';
import { HUB_FLAGS_TEXT } from './people/hub-flags-text.ts';
import { requestRows, waitingRequests } from './people/waiting-requests.ts';
import { textTable } from './program/text-table.ts';
import { WrongUse } from './program/wrong-use.ts';

const USAGE = `usage: banyan approve [NAME…] [FLAGS]

Lets clusters become members, where the hub runs with --approve=manual; anywhere those that were denied, or let go by
banyan unjoin. NAME is the name or the id that a cluster asks with; without any, those that wait are listed.

  --all           all that wait
  --deny REASON   refuse them instead
${HUB_FLAGS_TEXT}`;

/** Decides about requests to become a member. */
export async function run(args: string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      ...HUB_OPTIONS,
      all: { type: 'boolean', default: false },
      deny: { type: 'string' },
      help: { type: 'boolean', short: 'h', default: false },
    },
  });
  if (values.help) {
    console.log(USAGE);
    return 0;
  }
  const { all, deny } = values;
  if (all && positionals.length > 0) throw new WrongUse('--all and names do not go together');
  if (deny !== undefined && !all && positionals.length === 0)
    throw new WrongUse('whom to deny? give names, or --all');
  if (deny !== undefined && deny.trim() === '') throw new WrongUse('--deny needs a reason');
  return withHub(values, async ({ hubClient, signal }) => {
    const { items } = await hubClient.list<ClusterRegistrationRequest>(CLUSTER_REGISTRATION_REQUESTS, {
      signal,
    });
    const waiting = waitingRequests(items);
    if (!all && positionals.length === 0) {
      console.log(waiting.length === 0 ? 'no cluster waits' : textTable(requestRows(waiting, new Date())));
      return 0;
    }
    const chosen = all ? waiting.map(({ metadata }) => metadata.name ?? '') : positionals;
    for (const name of chosen) {
      const decided =
        deny === undefined
          ? await approveRequest({ hubClient, name, signal })
          : await denyRequest({ hubClient, name, reason: deny, signal });
      console.log(`${decided.spec.clusterName ?? name}: ${deny === undefined ? 'approved' : 'denied'}`);
    }
    return 0;
  });
}
