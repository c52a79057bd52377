import { join } from 'node:path';
import { KubeClient, loadConnection } from '@banyan/kube';
import { freePort } from '@banyan/testing';
import { BanyanServer } from './banyan-server.ts';
import type { FleetCluster } from './fleet-target.ts';

export interface PlaygroundProcess {
  /** Not started yet. */
  readonly server: BanyanServer;
  /** Where it is steered. */
  readonly dir: string;
  /** `member1`, `member2`, … */
  readonly kubeconfigOf: (member: string) => string;
}

export interface PlaygroundProcessOptions {
  readonly dir: string;
  readonly name: string;
  readonly members: number;
  readonly nodes: number;
}

/** `banyan playground up`: clusters that live and die together. */
export async function playgroundProcess(options: PlaygroundProcessOptions): Promise<PlaygroundProcess> {
  const { dir, name, members, nodes } = options;
  const own = join(dir, name);
  const kubeconfigOf = (member: string) => join(own, `${member}.kubeconfig`);
  const size = ['--members', String(members), '--nodes', String(nodes), '--port', String(await freePort())];
  const server = new BanyanServer({
    name: `playground-${name}`,
    dir,
    args: ['playground', 'up', '--dir', own, ...size],
    isReady: () => isReady(kubeconfigOf(`member${members}`)),
  });
  return { server, dir: own, kubeconfigOf };
}

export function fleetCluster(kubeconfig: string, server: BanyanServer): FleetCluster {
  return {
    kubeconfig,
    killApiServer: () => server.kill(),
    startApiServer: () => server.start(),
    log: () => server.log(),
  };
}

/** Whether its API server says so. Throws if it says nothing. */
export async function isReady(kubeconfig: string): Promise<boolean> {
  const client = new KubeClient(await loadConnection({ path: kubeconfig, env: {} }));
  try {
    const { status, body } = await client.request({ method: 'GET', path: '/readyz' });
    body.destroy();
    return status === 200;
  } finally {
    await client.close();
  }
}
