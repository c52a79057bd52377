import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { BanyanServer } from '../members/banyan-server.ts';
import { MEMBERS, type ExampleWorld } from './example-world.ts';
import { readerFolder } from './reader-folder.ts';

/** `banyan demo`, as the examples tell their reader to start it. */
export async function startPlaygroundWorld(): Promise<ExampleWorld> {
  const dir = await readerFolder();
  const own = join(dir, '.banyan');
  const demo: BanyanServer = new BanyanServer({
    name: 'demo',
    dir,
    args: ['demo', '--dir', own, '--members', String(MEMBERS.length), '--nodes', '2'],
    // It tells where the kubeconfigs are when everything is there, its sample app too.
    isReady: async () => (await demo.log()).includes('hub.kubeconfig'),
  });
  const stop = async () => {
    await demo.stop();
    await rm(dir, { recursive: true, force: true, maxRetries: 10 });
  };
  try {
    await demo.start();
  } catch (error) {
    await stop();
    throw error;
  }
  return { dir, stop };
}
