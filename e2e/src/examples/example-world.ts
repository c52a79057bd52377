/** What examples run on: a hub and the members member1, member2 and member3, on the playground or real ones. */
export interface ExampleWorld {
  /** Where a reader would stand: `.banyan` in it has a kubeconfig each, `examples` the manifests. */
  readonly dir: string;
  /** Leaves no process and no file. */
  readonly stop: () => Promise<void>;
}

export const MEMBERS = ['member1', 'member2', 'member3'];
