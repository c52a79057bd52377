import { rm } from 'node:fs/promises';
import { askControl, type FleetCommand } from '@banyan/playground';
import { temporaryFolder } from '@banyan/testing';
import { fleetCluster, playgroundProcess, type PlaygroundProcess } from '../members/playground-process.ts';
import type { TroubledCluster, TroubledTarget } from './troubled-target.ts';

/** Of requests that are refused in a storm. */
const SHARE = 0.4;

/** Five playground members in two processes, and in a third the cluster of the hub: it, too, can be in every trouble. */
export async function startPlaygroundTarget(): Promise<TroubledTarget> {
  const dir = await temporaryFolder('banyan-faults-');
  const parent = await playgroundProcess({ dir, name: 'parent', members: 1, nodes: 0 });
  const west = await playgroundProcess({ dir, name: 'west', members: 2, nodes: 1 });
  const east = await playgroundProcess({ dir, name: 'east', members: 3, nodes: 1 });
  const processes = [parent, west, east];
  const stop = async () => {
    await Promise.all(processes.map(({ server }) => server.stop()));
    await rm(dir, { recursive: true, force: true, maxRetries: 10 });
  };
  try {
    await Promise.all(processes.map(({ server }) => server.start()));
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    hub: troubled(parent, 'member1'),
    members: [
      troubled(west, 'member1'),
      troubled(east, 'member1'),
      troubled(west, 'member2'),
      troubled(east, 'member2'),
      troubled(east, 'member3'),
    ],
    faults: [
      'hub-killed',
      'agent-killed',
      'hub-api-killed',
      'member-api-killed',
      'hub-cut',
      'member-cut',
      'member-away',
      'hub-storm',
      'member-storm',
      'mode-switched',
      'member-meddled',
    ],
    isKwok: false,
    kubeconfigOf: () => Promise.reject(new Error('there is nobody here but the administrator')),
    stop,
  };
}

function troubled(process: PlaygroundProcess, name: string): TroubledCluster {
  const ask = async (command: FleetCommand): Promise<void> => {
    await askControl(process.dir, { members: [name], ...command });
  };
  return {
    ...fleetCluster(process.kubeconfigOf(name), process.server),
    cut: () => ask({ command: 'cut', mode: 'refuse' }),
    storm: (status) => ask({ command: 'errors', status, share: SHARE, retryAfterSeconds: 1 }),
    heal: () => ask({ command: 'heal' }),
  };
}
