import type { ObjectIdentity } from '@banyan/engine';
import type { KubeClient } from '@banyan/kube';
import { Circuit } from './circuit.ts';
import { MemberKinds, type MemberKindsOptions } from './member-kinds.ts';

/** One way to one member, from the first work until another way or another deployer takes its place. */
export class MemberSession {
  readonly namespace: string;
  readonly memberClient: KubeClient;
  /** Of the hub whose works it brings. */
  readonly hubId: string;
  readonly kinds: MemberKinds;
  /** Whether it is worth asking. */
  readonly circuit = new Circuit();
  /** When an object was first seen on its way out, by identity key. */
  readonly endingSince = new Map<string, number>();
  readonly #mayWrite: () => boolean;
  readonly #end = new AbortController();

  constructor(namespace: string, options: MemberKindsOptions & { readonly mayWrite: () => boolean }) {
    this.namespace = namespace;
    this.memberClient = options.memberClient;
    this.hubId = options.hubId;
    this.kinds = new MemberKinds(options);
    this.#mayWrite = options.mayWrite;
  }

  /** Asked before every write to the member: throws when someone else writes there now. */
  requireTurn(): void {
    if (!this.#mayWrite()) throw new TurnOverError(`the works of ${this.namespace} are someone else's now`);
  }

  /** The namespace of an identity as requests want it. */
  static keyOf({ namespace, name }: ObjectIdentity): { name: string; namespace?: string } {
    return namespace === '' ? { name } : { namespace, name };
  }

  /** Aborts when it ends. */
  get signal(): AbortSignal {
    return this.#end.signal;
  }

  close(): Promise<void> {
    this.#end.abort();
    return this.kinds.close();
  }
}

/** Not a failure: the key is dropped, and whoever deploys now does the rest. */
export class TurnOverError extends Error {
  override readonly name = 'TurnOverError';
  readonly code = 'TurnOver';
}
