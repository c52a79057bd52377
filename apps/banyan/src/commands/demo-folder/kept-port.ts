import { once } from 'node:events';
import { createServer } from 'node:net';
import { loadConnection } from '@banyan/kube';

/** The port a cluster had last time, if nobody has it now, so that copies of its kubeconfig stay true; else 0. */
export async function keptPort(kubeconfig: string): Promise<number> {
  const server = await loadConnection({ path: kubeconfig, env: {} }).then(
    (connection) => connection.server,
    () => undefined,
  );
  const port = server === undefined ? 0 : Number(new URL(server).port);
  return port !== 0 && (await isFree(port)) ? port : 0;
}

async function isFree(port: number): Promise<boolean> {
  const probe = createServer().listen(port, '127.0.0.1');
  try {
    await once(probe, 'listening');
    await new Promise((resolve) => probe.close(resolve));
    return true;
  } catch {
    return false;
  }
}
