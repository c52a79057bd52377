import { findTool } from '@banyan/kube/find-tool';
import { HUB_FLAGS_TEXT } from './hub-flags-text.ts';
import { runProgram } from './run-program.ts';

const CHILD_TEXT = `  --child-kubeconfig FILE
                      of the member, whose user one is there (oneself, as the hub knows one)`;

/** What is ours to say about a verb, then what kubectl says of it, if there is one. Asks no hub. */
export async function kubectlHelp(
  verb: string,
  on: 'templates' | 'member',
  args: readonly string[],
): Promise<number> {
  console.log(on === 'member' ? memberUsage(verb) : templatesUsage(verb));
  const program = await findTool('kubectl').catch(() => undefined);
  if (program === undefined) return 0;
  console.log(`\nkubectl ${verb}:\n`);
  return (await runProgram(program, [verb, ...args])).code;
}

function templatesUsage(verb: string): string {
  return `usage: banyan ${verb} [what kubectl ${verb} takes]
       banyan ${verb} --cluster NAME [what kubectl ${verb} takes]

kubectl ${verb} on the hub's templates: objects that are kept to be sent to members, and do not run in the hub.
Subscriptions, Localizations, ManagedClusters and the other kinds of the hub itself, and Events, are the hub's own.

  --cluster NAME      in that member instead, through the hub: its name or its id (--cluster-id is the same)
${CHILD_TEXT}
${HUB_FLAGS_TEXT}`;
}

function memberUsage(verb: string): string {
  return `usage: banyan ${verb} --cluster NAME [what kubectl ${verb} takes]

kubectl ${verb} in a member, through the hub.

  --cluster NAME      the member: its name or its id (--cluster-id is the same)
${CHILD_TEXT}
${HUB_FLAGS_TEXT}`;
}
