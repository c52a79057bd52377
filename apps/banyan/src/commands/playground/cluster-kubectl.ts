import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { findTool } from '@banyan/kube';
import { WrongUse } from '../program/wrong-use.ts';

/** kubectl on a cluster of a folder, also where none is installed. Resolves to its exit code. */
export async function kubectlOf(dir: string, [cluster, ...args]: readonly string[]): Promise<number> {
  if (cluster === undefined) throw new WrongUse('which cluster? banyan playground kubectl CLUSTER ARGS');
  const kubeconfig = join(dir, `${cluster}.kubeconfig`);
  if (!existsSync(kubeconfig))
    throw new Error(`there is no ${kubeconfig}: is a demo or a playground running there?`);
  const program = await findTool('kubectl');
  const child = spawn(program, ['--kubeconfig', kubeconfig, ...args], { stdio: 'inherit' });
  // Ctrl-C is kubectl's: it decides what to do about it.
  process.on('SIGINT', () => {});
  const [code] = (await once(child, 'exit')) as [number | null];
  return code ?? 1;
}
