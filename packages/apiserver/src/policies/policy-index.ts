import type { KubeObject } from '@banyan/api';
import type { PolicyBinding } from '../kinds/admission/policy-spec.ts';
import { follow, type WatchedTable } from '../rbac/watched-table.ts';

/** A policy that is in force: one without a binding never is. */
export interface BoundPolicy<Compiled> {
  readonly name: string;
  /** Made when it is first asked for. */
  readonly compiled: Compiled;
  readonly bindings: readonly Readonly<PolicyBinding>[];
}

/** Policies and their bindings as they are in the store, which it follows: a write counts from the moment it is visible. */
export class PolicyIndex<Policy extends KubeObject, Compiled> {
  readonly #policies = new Map<string, { readonly compiled: Compiled }>();
  readonly #bindings = new Map<string, Readonly<PolicyBinding>>();
  readonly #stops: readonly (() => void)[];
  #bound: readonly BoundPolicy<Compiled>[] | undefined;

  constructor(
    policies: WatchedTable,
    bindings: WatchedTable,
    compile: (policy: Readonly<Policy>) => Compiled,
  ) {
    const changing = (change: (object: Readonly<KubeObject>) => void) => (object: Readonly<KubeObject>) => {
      change(object);
      this.#bound = undefined;
    };
    this.#stops = [
      follow(
        policies,
        changing((policy) =>
          this.#policies.set(
            nameOf(policy),
            lazily(() => compile(policy as Policy)),
          ),
        ),
        changing((policy) => this.#policies.delete(nameOf(policy))),
      ),
      follow(
        bindings,
        changing((binding) => this.#bindings.set(nameOf(binding), binding)),
        changing((binding) => this.#bindings.delete(nameOf(binding))),
      ),
    ];
  }

  /** By name. Empty, in most clusters. */
  get bound(): readonly BoundPolicy<Compiled>[] {
    this.#bound ??= this.#join();
    return this.#bound;
  }

  /** Stops following the store. */
  close(): void {
    for (const stop of this.#stops) stop();
  }

  #join(): readonly BoundPolicy<Compiled>[] {
    const bindings = Map.groupBy(
      [...this.#bindings.values()].toSorted((a, b) => (nameOf(a) < nameOf(b) ? -1 : 1)),
      ({ spec }) => spec?.policyName ?? '',
    );
    return [...bindings.keys()].toSorted().flatMap((name) => {
      const policy = this.#policies.get(name);
      if (policy === undefined) return [];
      return [
        {
          name,
          get compiled() {
            return policy.compiled;
          },
          bindings: bindings.get(name) ?? [],
        },
      ];
    });
  }
}

function nameOf({ metadata }: Readonly<KubeObject>): string {
  return metadata.name ?? '';
}

function lazily<T>(make: () => T): { readonly compiled: T } {
  let made: { readonly value: T } | undefined;
  return {
    get compiled() {
      made ??= { value: make() };
      return made.value;
    },
  };
}
