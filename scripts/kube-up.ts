/** Real clusters for a person to try things on: up until Ctrl-C, with a kubeconfig each. */
import { copyFile, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { findKubeBinDir, isOnPath, kubeProgram, startClusters, type Cluster } from '@banyan/testing';

const USAGE = `usage: npm run kube:up -- [--clusters N] [--nodes N] [--dir D] [--bare]
  --clusters N   how many (1)
  --nodes N      kwok nodes in each (1)
  --dir D        where the kubeconfigs go (.banyan)
  --bare         API servers alone: no controllers, scheduler or nodes`;

process.exitCode = await main().catch((error: unknown) => {
  console.error(`kube:up: ${error instanceof Error ? error.message : String(error)}`);
  return 1;
});

async function main(): Promise<number> {
  const flags = readFlags();
  if (flags === undefined) return 2;
  if (findKubeBinDir() === undefined) {
    console.error('kube:up: real Kubernetes is not there; run npm run kube:setup first');
    return 1;
  }
  const lockFile = join(flags.dir, 'kube-up.pid');
  await mkdir(flags.dir, { recursive: true });
  const other = await runningIn(lockFile);
  if (other !== undefined) {
    console.error(
      `kube:up: process ${other} already runs clusters in ${flags.dir}; end it or give another --dir`,
    );
    return 1;
  }
  await writeFile(lockFile, `${process.pid}\n`);
  try {
    return await runClusters(flags);
  } finally {
    await rm(lockFile, { force: true });
  }
}

interface Flags {
  readonly clusters: number;
  readonly nodes: number;
  readonly dir: string;
  readonly bare: boolean;
}

async function runClusters({ clusters: count, nodes, dir, bare }: Flags): Promise<number> {
  let isUp = false;
  const stopped = new Promise<void>((resolve) => {
    const stop = () => {
      if (!isUp) console.log('stopping as soon as they are up ...');
      resolve();
    };
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, stop);
  });
  console.log(`starting ${count} ${count === 1 ? 'cluster' : 'clusters'} ...`);
  const started = performance.now();
  const parts = bare ? {} : { controllers: true, scheduler: true, kwokNodes: nodes };
  const { clusters, stop } = await startClusters(count, parts);
  isUp = true;
  const files = clusters.map(({ name }) => join(dir, `${name}.kubeconfig`));
  try {
    await Promise.all(clusters.map((cluster, i) => copyFile(cluster.kubeconfig, files[i] ?? '')));
    console.log(`ready after ${((performance.now() - started) / 1000).toFixed(1)} s\n`);
    printTable(clusters, files);
    const kubectl = isOnPath('kubectl') ? 'kubectl' : kubeProgram('kubectl');
    console.log(`\ntry:   ${kubectl} --kubeconfig ${files[0]} get nodes\nstop:  Ctrl-C`);
    await stopped;
    console.log('\nstopping ...');
  } finally {
    await stop();
    await Promise.all(files.map((file) => rm(file, { force: true })));
  }
  return 0;
}

function printTable(clusters: readonly Cluster[], files: readonly string[]): void {
  const rows = [
    ['NAME', 'SERVER', 'KUBECONFIG'],
    ...clusters.map(({ name, server }, i) => [name, server, files[i] ?? '']),
  ];
  for (const [name = '', server = '', file = ''] of rows)
    console.log(`${name.padEnd(11)}${server.padEnd(27)}${file}`);
}

function readFlags(): Flags | undefined {
  try {
    const { values } = parseArgs({
      options: {
        clusters: { type: 'string', default: '1' },
        nodes: { type: 'string', default: '1' },
        dir: { type: 'string', default: '.banyan' },
        bare: { type: 'boolean', default: false },
      },
    });
    const { dir, bare } = values;
    return {
      clusters: count('clusters', values.clusters, 1),
      nodes: count('nodes', values.nodes, 0),
      dir,
      bare,
    };
  } catch (error) {
    console.error(`kube:up: ${error instanceof Error ? error.message : String(error)}\n${USAGE}`);
    return undefined;
  }
}

function count(flag: string, text: string, least: number): number {
  const value = Number(text);
  if (!Number.isInteger(value) || value < least)
    throw new Error(`--${flag} is a whole number from ${least} up, not "${text}"`);
  return value;
}

/** The process that holds the folder, if it still runs. */
async function runningIn(lockFile: string): Promise<number | undefined> {
  const pid = Number(await readFile(lockFile, 'utf8').catch(() => '0'));
  if (pid <= 0) return undefined;
  try {
    process.kill(pid, 0);
    return pid;
  } catch {
    return undefined;
  }
}
