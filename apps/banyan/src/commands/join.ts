import { loadKubeconfig } from '@banyan/kube';
import { joinByKubeconfig } from '@banyan/membership';
import { withHub, type HubAccess } from './people/hub-access.ts';
import { readJoinFlags, USAGE, type JoinFlags } from './people/join-flags.ts';
import { joinWithAgent } from './people/join-with-agent.ts';
import { waitForMember } from './people/wait-for-member.ts';

/** Makes a cluster a member. */
export async function run(args: string[]): Promise<number> {
  const flags = readJoinFlags(args);
  if (flags.isHelp) {
    console.log(USAGE);
    return 0;
  }
  // Manifests go to standard output: what is said goes beside it.
  const say = (text: string) => console.error(`${flags.name}: ${text}`);
  return withHub(flags.hub, async (hub) => {
    if (flags.kubeconfig !== undefined) {
      await joinDirectly(hub, flags, flags.kubeconfig);
      say('is a member');
    } else {
      await joinWithAgent(hub, flags, say);
      if (flags.applyTo === undefined) return 0;
      say('the agent is installed');
    }
    if (flags.wait) await waitInTime(hub, flags, say);
    return 0;
  });
}

async function joinDirectly({ hubClient, signal }: HubAccess, flags: JoinFlags, path: string): Promise<void> {
  const kubeconfig = await loadKubeconfig({ path, env: process.env });
  const { name, context, insecure, labels } = flags;
  await joinByKubeconfig({
    hubClient,
    name,
    kubeconfig,
    ...(context !== undefined && { context }),
    insecure,
    labels,
    env: process.env,
    signal,
  });
}

async function waitInTime(hub: HubAccess, flags: JoinFlags, say: (text: string) => void): Promise<void> {
  const inTime = AbortSignal.any([hub.signal, AbortSignal.timeout(flags.timeoutMs)]);
  try {
    await waitForMember({ hubClient: hub.hubClient, name: flags.name, say, signal: inTime });
  } catch (error) {
    if (!inTime.aborted) throw error;
    const words = `${flags.name} is not ready yet; it goes on by itself, see banyan clusters -w`;
    throw new Error(words, { cause: error });
  }
}
