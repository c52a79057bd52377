import { join } from 'node:path';
import { caHash, agentManifests, createJoinToken } from '@banyan/membership';
import { applyObjects } from '../program/apply-objects.ts';
import { startChild } from '../program/child-program.ts';
import { keepChild, type KeptChild } from '../program/kept-child.ts';
import { withClient } from './cluster-report.ts';
import { partLog } from './part-log.ts';

/** It need only last until the agents have registered. */
const TOKEN_LIFETIME_MS = 3_600_000;
/** Processes stand in for the pods, which would be pretended; the token goes to them directly. */
const LEFT_OUT = ['Deployment', 'Secret'];

export interface DemoAgentsOptions {
  readonly dir: string;
  readonly members: readonly string[];
  readonly signal: AbortSignal;
  /** One was started again. */
  readonly onRestarted: () => void;
}

/** An agent for each member, as a process that is started again when it is killed. */
export interface DemoAgents {
  /** In the order of the members. */
  readonly pids: () => number[];
  readonly stop: () => Promise<void>;
}

/** Registers the members as a person would: a join token, what the agent needs in the member, the agent. */
export async function startAgents(options: DemoAgentsOptions): Promise<DemoAgents> {
  const { dir, members, signal } = options;
  const registration = await registrationOf(join(dir, 'hub.kubeconfig'), signal);
  const starts = await Promise.allSettled(members.map((name) => startAgent(name, registration, options)));
  const agents = starts.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
  const stop = async () => void (await Promise.all(agents.map((agent) => agent.stop())));
  const failed = starts.find((one) => one.status === 'rejected');
  if (failed !== undefined) {
    await stop();
    throw failed.reason;
  }
  return { pids: () => agents.map((agent) => agent.current().pid), stop };
}

interface Registration {
  readonly parentUrl: string;
  readonly token: string;
  readonly caHash: string;
}

function registrationOf(hubKubeconfig: string, signal: AbortSignal): Promise<Registration> {
  return withClient(hubKubeconfig, async (hubClient) => {
    const { server: parentUrl, ca = '' } = hubClient.connection;
    const description = 'for the members of the demo';
    const { token } = await createJoinToken({
      hubClient,
      description,
      lifetimeMs: TOKEN_LIFETIME_MS,
      signal,
    });
    return { parentUrl, token, caHash: caHash(typeof ca === 'string' ? ca : await ca()) };
  });
}

async function startAgent(
  name: string,
  registration: Registration,
  { dir, signal, onRestarted }: DemoAgentsOptions,
): Promise<KeptChild> {
  const kubeconfig = join(dir, `${name}.kubeconfig`);
  const objects = agentManifests({ image: 'none', ...registration, name });
  await withClient(kubeconfig, (client) =>
    applyObjects(
      objects.filter(({ kind }) => !LEFT_OUT.includes(kind)),
      { client, fieldManager: 'banyan-join', signal },
    ),
  );
  const log = partLog(dir, `${name}-agent`);
  return keepChild({
    signal,
    mostRestarts: Infinity,
    start: (_, startSignal) =>
      startChild({
        name: `the agent of ${name}`,
        args: agentArgs(name, kubeconfig),
        env: {
          PARENT_URL: registration.parentUrl,
          REG_TOKEN: registration.token,
          REG_CA_HASH: registration.caHash,
        },
        signal: startSignal,
        onWords: log,
      }),
    onEnded: (how) => log(`${how}; it is started again\n`),
    onRestarted,
  });
}

function agentArgs(name: string, kubeconfig: string): string[] {
  const member = ['--kubeconfig', kubeconfig, `--cluster-reg-name=${name}`, '--cluster-sync-mode=Dual'];
  return ['agent', ...member, '--metrics-port=0'];
}
