import { readFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { delimiter, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { memberNamed, nameOf } from './people/find-member.ts';
import { HUB_OPTIONS, withHub, type HubFlags } from './people/hub-access.ts';
import { HUB_FLAGS_TEXT } from './people/hub-flags-text.ts';
import {
  memberEntries,
  memberKubeconfig,
  templateEntries,
  type KubeconfigEntries,
} from './people/member-kubeconfig.ts';
import { kubeconfigText, mergeKubeconfig } from './people/merge-kubeconfig.ts';
import { writePrivateFile } from './people/private-file.ts';
import { WrongUse } from './program/wrong-use.ts';

const USAGE = `usage: banyan kubeconfig CLUSTER [FLAGS]
       banyan kubeconfig --templates [FLAGS]

A kubeconfig that leads to a member through the hub, as the same user, or to the hub's templates: kubectl works with it
as with any other.

  --templates         to the templates: what is created there is kept to be sent to members, and does not run in the hub
  -o, --output FILE   write it there (to the terminal)
  --merge             add it to your own kubeconfig, as a context named after the cluster
  --name NAME         of the context (the cluster's, or templates)
${HUB_FLAGS_TEXT}`;

/** A kubeconfig of a member, through the hub, or of the hub's templates. */
export async function run(args: string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      ...HUB_OPTIONS,
      output: { type: 'string', short: 'o' },
      merge: { type: 'boolean', default: false },
      name: { type: 'string' },
      templates: { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h', default: false },
    },
  });
  if (values.help) {
    console.log(USAGE);
    return 0;
  }
  const [cluster, ...rest] = positionals;
  if ((cluster === undefined) !== values.templates || rest.length > 0)
    throw new WrongUse('which cluster? banyan kubeconfig CLUSTER, or banyan kubeconfig --templates');
  if (values.merge && values.output !== undefined)
    throw new WrongUse('--merge and --output do not go together');
  const entries = await withHub(values, async ({ config, context, hubClient, signal }) => {
    if (cluster === undefined) return templateEntries(config, context, values.name ?? 'templates');
    const member = await memberNamed(hubClient, cluster, signal);
    const name = values.name ?? nameOf(member);
    return memberEntries(config, context, { name, clusterId: member.spec.clusterId });
  });
  if (values.merge) await merge(values, entries);
  else await show(values.output, entries);
  return 0;
}

async function show(output: string | undefined, entries: KubeconfigEntries): Promise<void> {
  const text = kubeconfigText(memberKubeconfig(entries));
  if (output === undefined || output === '-') {
    process.stdout.write(text);
    return;
  }
  await writePrivateFile(output, text);
  console.error(`written; kubectl --kubeconfig ${output} get pods`);
}

async function merge(flags: HubFlags, entries: KubeconfigEntries): Promise<void> {
  const path = ownKubeconfig(flags);
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
    return undefined;
  });
  let merged;
  try {
    merged = mergeKubeconfig(text, entries);
  } catch (cause) {
    throw new Error(`${path}: ${(cause as Error).message}`, { cause });
  }
  await writePrivateFile(path, merged.text);
  const { clusterName } = entries;
  const done = merged.replaced ? 'is up to date' : 'is added';
  console.error(`context "${clusterName}" ${done} in ${path}; kubectl --context ${clusterName} get pods`);
}

/** The file that kubectl would write to. */
function ownKubeconfig({ kubeconfig }: HubFlags): string {
  if (kubeconfig !== undefined) return resolve(kubeconfig);
  const [first] = (process.env['KUBECONFIG'] ?? '').split(delimiter).filter((path) => path !== '');
  return first === undefined ? join(process.env['HOME'] ?? homedir(), '.kube', 'config') : resolve(first);
}
