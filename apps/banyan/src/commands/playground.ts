import { askControl } from '@banyan/playground';
import { endFolder } from './demo-folder/end-folder.ts';
import { WrongUse } from './program/wrong-use.ts';
import { kubectlOf } from './playground/cluster-kubectl.ts';
import { memberTable } from './playground/member-table.ts';
import { controlRequest, readFlags, USAGE } from './playground/playground-flags.ts';
import { playgroundUp } from './playground/playground-up.ts';

/** Simulated member clusters, and what goes wrong with them. */
export async function run(args: string[]): Promise<number> {
  // What follows is kubectl's, its flags too.
  const kubectlAt = args.indexOf('kubectl');
  if (kubectlAt >= 0)
    return kubectlOf(readFlags(args.slice(0, kubectlAt)).values.dir, args.slice(kubectlAt + 1));
  const { values, positionals } = readFlags(args);
  const [verb, ...names] = positionals;
  if (values.help || verb === undefined) {
    console.log(USAGE);
    return verb === undefined && !values.help ? 2 : 0;
  }
  const { dir } = values;
  if (verb === 'up') return playgroundUp(values);
  if (verb === 'down') {
    console.log(await endFolder(dir, { what: 'playground', purge: values.purge }));
    return 0;
  }
  const request = controlRequest(verb, names, values);
  if (request === undefined) throw new WrongUse(`there is no command "${verb}"`);
  const members = await askControl(dir, request);
  if (members === undefined)
    throw new Error(`no playground is running in ${dir}: start one with banyan demo or banyan playground up`);
  console.log(values.output === 'json' ? JSON.stringify({ members }) : memberTable(members));
  return 0;
}
