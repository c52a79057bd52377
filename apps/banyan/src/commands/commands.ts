/** A subcommand. Its code is loaded when it is called, so that a start pays only for what it runs. */
export interface Command {
  readonly name: string;
  readonly aliases?: readonly string[];
  readonly summary: string;
  load(): Promise<CommandModule>;
}

interface CommandModule {
  /** Does the work and resolves to the exit code: 0 done, 1 failed, 2 wrong use. */
  readonly run: (args: string[]) => Promise<number>;
}

export const commands: readonly Command[] = [
  {
    name: 'apiserver',
    summary: 'one embedded API server by itself',
    load: () => import('./apiserver.ts'),
  },
  {
    name: 'demo',
    summary: 'everything on this machine, to look at: a hub and three playground members',
    load: () => import('./demo.ts'),
  },
  {
    name: 'playground',
    summary: 'simulated member clusters, and what goes wrong with them',
    load: () => import('./playground.ts'),
  },
  {
    name: 'version',
    aliases: ['--version'],
    summary: 'what is running: Banyan, Node, platform',
    load: () => import('./version.ts'),
  },
];
