import type { KubeObject } from '@banyan/api';
import type { KindEnvironment } from '../kind-environment.ts';
import { needsClusterIp, needsHealthCheck, NO_ADDRESS, nodePortsOf, type Service } from './service-spec.ts';

const SERVICES = { group: '', resource: 'services' };

/** What a write that is under way will hold. */
interface Reservation {
  readonly namespace: string;
  readonly name: string;
  /** What is kept until the write is. */
  readonly before: Readonly<KubeObject> | undefined;
  readonly held: readonly string[];
}

/**
 * Which cluster IPs and node ports Services hold: those of the Services that are kept, and those of writes that are
 * under way, which nobody else sees yet. A reservation ends by itself when its write has landed.
 */
export class ServiceAllocations {
  readonly #environment: KindEnvironment;
  readonly #reservations = new Map<string, Reservation>();

  constructor(environment: KindEnvironment) {
    this.#environment = environment;
  }

  /** Addresses and ports, as text. Goes through all Services. */
  taken(): Set<string> {
    const taken = new Set<string>();
    for (const service of this.#environment.list(SERVICES)) {
      for (const held of heldBy(service as Service)) taken.add(held);
    }
    for (const [uid, reservation] of this.#reservations) {
      if (this.#find(reservation) !== reservation.before) this.#reservations.delete(uid);
      else for (const held of reservation.held) taken.add(held);
    }
    return taken;
  }

  reserve(service: Readonly<Service>): void {
    const { uid = '', namespace = '', name = '' } = service.metadata;
    const before = this.#find({ namespace, name });
    this.#reservations.set(uid, { namespace, name, before, held: heldBy(service) });
  }

  release({ metadata }: Readonly<KubeObject>): void {
    this.#reservations.delete(metadata.uid ?? '');
  }

  #find({ namespace, name }: Pick<Reservation, 'namespace' | 'name'>): Readonly<KubeObject> | undefined {
    return this.#environment.find(SERVICES, { namespace, name });
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
