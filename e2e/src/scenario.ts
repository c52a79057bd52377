import type { User } from './user.ts';

/** What a target must be able to do. A scenario that needs more is left out by name. */
export type Ability =
  /** A node can be cut off for good, and is given up within seconds. */
  | 'lose-node'
  /** Containers run what they are told to, and end as they are told to. */
  | 'programs';

/** What a person does with one cluster, and what they see. */
export interface Scenario {
  /** The namespace, and the name of the transcript. */
  readonly id: string;
  /** A sentence about what a user does or sees. */
  readonly name: string;
  readonly needs?: readonly Ability[];
  /** Manifests in the user's working folder, by name. */
  readonly files?: Readonly<Record<string, string>>;
  /** Everything the user asks kubectl for is in the transcript. Throws if an answer does not come. */
  run(user: User): Promise<void>;
}
