import type { KubeObject } from '@banyan/api';
import type { KindEnvironment } from '../kind-environment.ts';
import { needsClusterIp, needsHealthCheck, NO_ADDRESS, nodePortsOf, type Service } from './service-spec.ts';

const SERVICES = { group: '', resource: 'services' };

/** What nobody can have any more: addresses and ports, as text. */
export interface Taken {
  has(text: string): boolean;
  add(text: string): void;
}

/**
 * Which cluster IPs and node ports Services hold: those of the Services that are kept, and those of writes that are
 * under way, which nobody else sees yet. It follows what changes; everything is looked at only when it has lost track.
 */
export class ServiceAllocations {
  readonly #environment: KindEnvironment;
  /** By the draft that is being written: of one Service there may be several. */
  readonly #reservations = new Map<object, readonly string[]>();
  readonly #reserved = new Holdings();
  #kept = new Holdings();
  #mark: number | undefined;

  constructor(environment: KindEnvironment) {
    this.#environment = environment;
  }

  /** As it is now; what one write adds, other writes do not see. */
  taken(): Taken {
    this.#catchUp();
    const added = new Set<string>();
    return {
      has: (text) => this.#kept.has(text) || this.#reserved.has(text) || added.has(text),
      add: (text) => added.add(text),
    };
  }

  /** Until `release` is called with the same draft. */
  reserve(draft: Readonly<Service>): void {
    this.release(draft);
    const held = heldBy(draft);
    this.#reservations.set(draft, held);
    this.#reserved.add(held);
  }

  release(draft: Readonly<KubeObject>): void {
    this.#reserved.remove(this.#reservations.get(draft) ?? []);
    this.#reservations.delete(draft);
  }

  #catchUp(): void {
    const changes = this.#environment.changesSince?.(SERVICES, this.#mark);
    this.#mark = changes?.mark;
    if (changes?.events === undefined) {
      this.#kept = new Holdings();
      for (const service of this.#environment.list(SERVICES)) this.#kept.add(heldBy(service as Service));
      return;
    }
    for (const { before, now } of changes.events) {
      if (before !== undefined) this.#kept.remove(heldBy(before as Service));
      if (now !== undefined) this.#kept.add(heldBy(now as Service));
    }
  }
}

/** How many hold each: while two writes are under way, one thing can be held twice. */
class Holdings {
  readonly #counts = new Map<string, number>();

  has(text: string): boolean {
    return this.#counts.has(text);
  }

  add(held: readonly string[]): void {
    for (const text of held) this.#counts.set(text, (this.#counts.get(text) ?? 0) + 1);
  }

  remove(held: readonly string[]): void {
    for (const text of held) {
      const count = (this.#counts.get(text) ?? 0) - 1;
      if (count > 0) this.#counts.set(text, count);
      else this.#counts.delete(text);
    }
  }
}

function heldBy({ spec }: Readonly<Service>): string[] {
  const addresses = needsClusterIp(spec) ? (spec.clusterIPs ?? []) : [];
  const healthCheck = needsHealthCheck(spec) ? [spec.healthCheckNodePort ?? 0] : [];
  return [
    ...addresses.filter((address) => address !== NO_ADDRESS),
    ...[...nodePortsOf(spec), ...healthCheck].map(String),
  ];
}
