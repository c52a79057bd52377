import { MEMBER_VERBS, TEMPLATE_VERBS } from './kubectl-verbs.ts';

/** A subcommand. Its code is loaded when it is called, so that a start pays only for what it runs. */
export interface Command {
  readonly name: string;
  readonly aliases?: readonly string[];
  readonly summary: string;
  /** Of one of kubectl's verbs: what it is about unless a member is named. */
  readonly on?: 'templates' | 'member';
  load(): Promise<CommandModule>;
}

interface CommandModule {
  /** Does the work and resolves to the exit code: 0 done, 1 failed, 2 wrong use. */
  readonly run: (args: string[]) => Promise<number>;
}

export const commands: readonly Command[] = [
  {
    name: 'agent',
    summary: 'in a member: joins the hub, and lets it in',
    load: () => import('./agent.ts'),
  },
  {
    name: 'apiserver',
    summary: 'one embedded API server by itself',
    load: () => import('./apiserver.ts'),
  },
  {
    name: 'approve',
    summary: 'lets clusters that ask become members',
    load: () => import('./approve.ts'),
  },
  {
    name: 'clusters',
    summary: 'the members of the hub',
    load: () => import('./clusters.ts'),
  },
  {
    name: 'demo',
    summary: 'everything on this machine, to look at: a hub and three playground members',
    load: () => import('./demo.ts'),
  },
  {
    name: 'hub',
    summary: 'the hub: on a Kubernetes cluster, or with --embedded by itself',
    load: () => import('./hub.ts'),
  },
  {
    name: 'join',
    summary: 'makes a cluster a member, with an agent or by its kubeconfig',
    load: () => import('./join.ts'),
  },
  {
    name: 'kubeconfig',
    summary: 'a kubeconfig that leads to a member through the hub, or to its templates',
    load: () => import('./kubeconfig.ts'),
  },
  {
    name: 'playground',
    summary: 'simulated member clusters, and what goes wrong with them',
    load: () => import('./playground.ts'),
  },
  {
    name: 'token',
    summary: 'tokens with which clusters join: create, list, revoke',
    load: () => import('./token.ts'),
  },
  {
    name: 'unjoin',
    summary: 'lets a member go',
    load: () => import('./unjoin.ts'),
  },
  {
    name: 'version',
    aliases: ['--version'],
    summary: 'what is running: Banyan, Node, platform',
    load: () => import('./version.ts'),
  },
  ...TEMPLATE_VERBS.map((name) => kubectlCommand(name, 'templates')),
  ...MEMBER_VERBS.map((name) => kubectlCommand(name, 'member')),
];

function kubectlCommand(name: string, on: 'templates' | 'member'): Command {
  const where =
    on === 'templates'
      ? 'on templates, or with --cluster NAME in that member'
      : 'in a member: --cluster NAME';
  return {
    name,
    summary: `kubectl ${name} ${where}`,
    on,
    load: async () => {
      const { kubectlVerb } = await import('./people/kubectl-verb.ts');
      return { run: kubectlVerb(name, on) };
    },
  };
}
