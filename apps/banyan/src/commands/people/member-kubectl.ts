import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ManagedCluster } from '@banyan/api/clusternet';
import { findTool } from '@banyan/kube';
import { withChildCredentials } from './child-credentials.ts';
import { memberNamed, nameOf } from './find-member.ts';
import { withHub } from './hub-access.ts';
import { memberEntries, memberKubeconfig } from './member-kubeconfig.ts';
import { kubeconfigText } from './merge-kubeconfig.ts';
import { writePrivateFile } from './private-file.ts';
import { runProgram } from './run-program.ts';
import type { MemberFlags } from './take-member-flags.ts';

/** A verb of kubectl's, in a member, through the hub. Resolves to kubectl's exit code. */
export async function memberKubectl(
  verb: string,
  cluster: string,
  { childKubeconfig, kubeconfig, context, rest }: MemberFlags,
): Promise<number> {
  const [program, text] = await Promise.all([
    findTool('kubectl'),
    withHub({ kubeconfig, context }, async (hub) => {
      const member = await memberNamed(hub.hubClient, cluster, hub.signal);
      warnIfNotReady(member);
      const address = { name: nameOf(member), clusterId: member.spec.clusterId };
      const own = memberEntries(hub.config, hub.context, address);
      const entries = childKubeconfig === undefined ? own : await withChildCredentials(own, childKubeconfig);
      return kubeconfigText(memberKubeconfig(entries));
    }),
  ]);
  const run = (file: string) => runProgram(program, ['--kubeconfig', file, verb, ...rest]);
  return (await withPrivateFile(text, run)).code;
}

/** What kubectl says of a cluster that does not answer seldom helps: "an error on the server (unknown)". */
function warnIfNotReady(member: ManagedCluster): void {
  const ready = member.status?.conditions?.find(({ type }) => type === 'Ready');
  if (ready === undefined || ready.status === 'True') return;
  console.error(`${nameOf(member)} is not ready (${ready.reason}): ${ready.message}`);
}

/** The file is for our own eyes, and gone afterwards. */
async function withPrivateFile<T>(text: string, use: (file: string) => Promise<T>): Promise<T> {
  const dir = await mkdtemp(join(tmpdir(), 'banyan-'));
  try {
    const file = join(dir, 'kubeconfig');
    await writePrivateFile(file, text);
    return await use(file);
  } finally {
    await rm(dir, { recursive: true, force: true });
  }
}
