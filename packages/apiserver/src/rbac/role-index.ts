import type { KubeObject } from '@banyan/api';
import { compileRule, type CompiledRule } from './compiled-rule.ts';
import { rulesOf, type RoleRef } from './policy-rule.ts';

/** A role that exists, or that a binding names: bindings hold on to it, whether or not the role is there. */
export interface RoleEntry {
  readonly kind: string;
  readonly name: string;
  /** Undefined while there is no such role. */
  readonly rules: readonly CompiledRule[] | undefined;
}

interface HeldEntry extends RoleEntry {
  readonly key: string;
  rules: readonly CompiledRule[] | undefined;
  /** How many bindings hold it. */
  holders: number;
}

/** All roles, compiled, by what bindings call them. */
export class RoleIndex {
  readonly #entries = new Map<string, HeldEntry>();

  put(role: Readonly<KubeObject>): void {
    this.#entry(referenceTo(role), role.metadata.namespace ?? '').rules = rulesOf(role).map(compileRule);
  }

  remove(role: Readonly<KubeObject>): void {
    const entry = this.#entry(referenceTo(role), role.metadata.namespace ?? '');
    entry.rules = undefined;
    this.#forgetUnused(entry);
  }

  /** What a reference in a binding of that namespace (empty: of none) points to. */
  get(reference: RoleRef, namespace: string): RoleEntry | undefined {
    return this.#entries.get(keyOf(reference, namespace));
  }

  /** The same to hold on to, until `release`. */
  hold(reference: RoleRef, namespace: string): RoleEntry {
    const entry = this.#entry(reference, namespace);
    entry.holders += 1;
    return entry;
  }

  release(reference: RoleRef, namespace: string): void {
    const entry = this.#entry(reference, namespace);
    entry.holders -= 1;
    this.#forgetUnused(entry);
  }

  #entry(reference: RoleRef, namespace: string): HeldEntry {
    const key = keyOf(reference, namespace);
    let entry = this.#entries.get(key);
    if (entry === undefined) {
      const { kind, name } = reference;
      entry = { key, kind, name, rules: undefined, holders: 0 };
      this.#entries.set(key, entry);
    }
    return entry;
  }

  #forgetUnused({ key, rules, holders }: HeldEntry): void {
    if (rules === undefined && holders <= 0) this.#entries.delete(key);
  }
}

function referenceTo({ kind, metadata }: Readonly<KubeObject>): RoleRef {
  return { kind, name: metadata.name ?? '' };
}

/** Cluster roles are the same from everywhere. */
function keyOf({ kind, name }: RoleRef, namespace: string): string {
  return kind === 'ClusterRole' ? `${kind}|${name}` : `${kind}|${namespace}/${name}`;
}
