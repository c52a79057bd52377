import type { KubeObject } from '@banyan/api';
import { mirroredCustom, type ResourceCatalogue, type ServedResource } from '@banyan/apiserver';
import { isHubGroup } from './parent-kinds.ts';
import { nothingKept } from './nothing-kept.ts';

interface Entry {
  readonly signature: string;
  readonly served: readonly ServedResource[];
}

/** What people read to see what became of an intent. */
const EVENTS = 'events.';

/**
 * What is no template at the native door: the hub's own kinds and Events. They are shown there beside the templates, and
 * requests for them go to the hub itself, so that one file may hold both.
 */
export class HubKinds {
  readonly #native: ResourceCatalogue;
  #entries = new Map<string, Entry>();

  /** `native` is where they are shown. */
  constructor(native: ResourceCatalogue) {
    this.#native = native;
  }

  has({ group, resource }: { readonly group: string; readonly resource: string }): boolean {
    const key = `${resource}.${group}`;
    return key === EVENTS || this.#entries.has(key);
  }

  /** What has not changed stays. */
  update(definitions: readonly Readonly<KubeObject>[]): void {
    const entries = new Map(definitions.flatMap((one) => this.#entriesOf(one)));
    for (const entry of entries.values()) for (const one of entry.served) this.#native.add(one);
    for (const [key, old] of this.#entries) {
      const kept = new Set(entries.get(key)?.served.map(({ version }) => version));
      for (const one of old.served) if (!kept.has(one.version)) this.#native.remove(one);
    }
    this.#entries = entries;
  }

  #entriesOf(definition: Readonly<KubeObject>): [string, Entry][] {
    const mirrored = mirroredCustom(definition);
    if (mirrored === undefined || !isHubGroup(mirrored.group)) return [];
    const { group, resource, kind, resources } = mirrored;
    const key = `${resource}.${group}`;
    const { uid = '', generation = 0 } = definition.metadata;
    const signature = `${uid}/${generation}/${resource}/${kind}`;
    const known = this.#entries.get(key);
    if (known?.signature === signature) return [[key, known]];
    const served = resources(nothingKept('the hub’s own kinds'), new AbortController().signal);
    return [[key, { signature, served }]];
  }
}
