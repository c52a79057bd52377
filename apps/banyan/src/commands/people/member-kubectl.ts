import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { constants, tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ManagedCluster } from '@banyan/api/clusternet';
import { findTool } from '@banyan/kube';
import { WrongUse } from '../program/wrong-use.ts';
import { memberNamed, nameOf } from './find-member.ts';
import { HUB_FLAGS_TEXT, withHub } from './hub-access.ts';
import { memberEntries, memberKubeconfig } from './member-kubeconfig.ts';
import { kubeconfigText } from './merge-kubeconfig.ts';
import { writePrivateFile } from './private-file.ts';
import { takeMemberFlags } from './take-member-flags.ts';

const PASSED_ON: readonly NodeJS.Signals[] = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/** A verb of kubectl's, in a member. All flags but ours are kubectl's, and so is the exit code. */
export function memberVerb(verb: string): (args: string[]) => Promise<number> {
  return async (args) => {
    const { cluster, kubeconfig, context, rest } = takeMemberFlags(args);
    if (cluster === undefined && rest.some((arg) => arg === '--help' || arg === '-h')) {
      console.log(usage(verb));
      return 0;
    }
    if (cluster === undefined)
      throw new WrongUse(`which cluster? banyan ${verb} --cluster NAME, then what kubectl ${verb} takes`);
    const [program, text] = await Promise.all([
      findTool('kubectl'),
      withHub({ kubeconfig, context }, async (hub) => {
        const member = await memberNamed(hub.hubClient, cluster, hub.signal);
        warnIfNotReady(member);
        const address = { name: nameOf(member), clusterId: member.spec.clusterId };
        return kubeconfigText(memberKubeconfig(memberEntries(hub.config, hub.context, address)));
      }),
    ]);
    return runWith(text, (file) => [program, '--kubeconfig', file, verb, ...rest]);
  };
}

/** What kubectl says of a cluster that does not answer seldom helps: "an error on the server (unknown)". */
function warnIfNotReady(member: ManagedCluster): void {
  const ready = member.status?.conditions?.find(({ type }) => type === 'Ready');
  if (ready === undefined || ready.status === 'True') return;
  console.error(`${nameOf(member)} is not ready (${ready.reason}): ${ready.message}`);
}

function usage(verb: string): string {
  return `usage: banyan ${verb} --cluster NAME [what kubectl ${verb} takes]

kubectl ${verb} in a member, through the hub. With --cluster NAME --help it says what it takes.

${HUB_FLAGS_TEXT}`;
}

/** Runs a program that is given a file for its own eyes, which is gone when it has ended. */
async function runWith(text: string, commandOf: (file: string) => string[]): Promise<number> {
  const dir = await mkdtemp(join(tmpdir(), 'banyan-'));
  try {
    const file = join(dir, 'kubeconfig');
    await writePrivateFile(file, text);
    const [program = '', ...args] = commandOf(file);
    return await runProgram(program, args);
  } finally {
    await rm(dir, { recursive: true, force: true });
  }
}

async function runProgram(program: string, args: readonly string[]): Promise<number> {
  const child = spawn(program, args, { stdio: 'inherit' });
  // Ctrl-C at a terminal reaches the child by itself, and a second time is once too often for it.
  const passOn = PASSED_ON.map((signal) => {
    const listener = () => {
      if (signal !== 'SIGINT' || !process.stdin.isTTY) child.kill(signal);
    };
    process.on(signal, listener);
    return () => process.removeListener(signal, listener);
  });
  try {
    const [code, signal] = (await once(child, 'exit')) as [number | null, NodeJS.Signals | null];
    return code ?? 128 + (signal === null ? 0 : constants.signals[signal]);
  } finally {
    for (const stop of passOn) stop();
  }
}
