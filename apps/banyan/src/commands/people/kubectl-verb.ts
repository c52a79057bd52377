import { calledAs } from '../program/called-as.ts';
import { WrongUse } from '../program/wrong-use.ts';
import { takeMemberFlags } from './take-member-flags.ts';

/**
 * A verb of kubectl's: with `--cluster` in that member, otherwise, where it means something there, on templates. All
 * flags but ours are kubectl's, and so is the exit code. Only the code of the way that is taken is loaded.
 */
export function kubectlVerb(verb: string, on: 'templates' | 'member'): (args: string[]) => Promise<number> {
  return async (args) => {
    const flags = takeMemberFlags(args);
    const { cluster } = flags;
    if (cluster !== undefined) {
      const { memberKubectl } = await import('./member-kubectl.ts');
      return memberKubectl(verb, cluster, flags);
    }
    if (asksForHelp(flags.rest)) {
      const { kubectlHelp } = await import('./kubectl-help.ts');
      return kubectlHelp(verb, on, flags.rest);
    }
    refuseWithoutCluster(verb, on);
    const { templateKubectl } = await import('./template-kubectl.ts');
    return templateKubectl(verb, flags);
  };
}

/** The name that the program is called by chooses what a verb without --cluster is about. */
function refuseWithoutCluster(verb: string, on: 'templates' | 'member'): void {
  const name = calledAs();
  if (on === 'member')
    throw new WrongUse(`which cluster? ${name} ${verb} --cluster NAME, then what kubectl ${verb} takes`);
  if (name === 'kubectl-multicluster')
    throw new WrongUse(
      `${name} has no ${verb} without --cluster NAME yet; on templates it is banyan ${verb}`,
    );
}

function asksForHelp(args: readonly string[]): boolean {
  const own = args.includes('--') ? args.slice(0, args.indexOf('--')) : args;
  return own.includes('--help') || own.includes('-h');
}
