import { LeaseSighting, sleep, type Clock, type Lease, type Logger } from '@banyan/controller';
import { isAborted, isAlreadyExists, isConflict, isNotFound, type KubeClient } from '@banyan/kube';
import { LEASES, PEER_LABEL, peerLease, peerLeaseName, peerOfLease, type HubPeer } from './peer-lease.ts';
import { PEER_SECRET, peerSecrets, renewedPeerSecret, type PeerSecret } from './peer-secret.ts';

export interface PeerDirectoryOptions {
  /** May write Leases and the Secret `banyan-hub-peers` in `namespace`. */
  readonly hubClient: Pick<KubeClient, 'get' | 'list' | 'create' | 'update' | 'delete' | 'apply'>;
  /** The hub's own. */
  readonly namespace: string;
  /** This replica. */
  readonly self: HubPeer;
  readonly clock: Clock;
  /** A new secret, long enough that nobody guesses it. */
  readonly random: () => string;
  readonly logger: Logger;
}

const SECRETS = { group: '', version: 'v1', resource: 'secrets' };
const DURATION_MS = 15_000;
const PERIOD_MS = 5000;
/** Of a Lease whose replica is gone without a word: by then nobody waits for it any more. */
const FORGOTTEN_MS = 10 * DURATION_MS;

/**
 * Which replicas the hub has, and the secret by which they know each other. Says of itself that it is there, every 5 s,
 * and looks who else is.
 */
export class PeerDirectory {
  readonly #options: PeerDirectoryOptions;
  readonly #sightings = new Map<string, LeaseSighting>();
  readonly #forgetAt = new Map<string, number>();
  readonly #listeners = new Set<() => void>();
  #peers: readonly HubPeer[] = [];
  #secret: PeerSecret | undefined;

  constructor(options: PeerDirectoryOptions) {
    this.#options = options;
  }

  /** The others, as far as they are heard of. */
  peers(): readonly HubPeer[] {
    return this.#peers;
  }

  /** What replicas accept from each other, the one to show first; empty until it has been read. Never to be logged. */
  secrets(): readonly string[] {
    return peerSecrets(this.#secret, this.#options.clock.now());
  }

  /** Called when the others, or the secrets, are not what they were. The answer ends it. */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Until the signal aborts; then this replica takes its leave. A cluster that does not answer is asked again. */
  async run(signal: AbortSignal): Promise<void> {
    const { clock, logger } = this.#options;
    while (!signal.aborted) {
      try {
        await this.turn(signal);
      } catch (err) {
        if (!signal.aborted && !isAborted(err)) logger.warn({ err }, 'the hub’s replicas could not be read');
      }
      await sleep(clock, PERIOD_MS, signal);
    }
    await this.#leave();
  }

  /** One round. Throws KubeErrors. */
  async turn(signal: AbortSignal): Promise<void> {
    const before = JSON.stringify([this.#peers, this.secrets()]);
    await this.#announce(signal);
    await this.#look(signal);
    await this.#keepSecret(signal);
    if (JSON.stringify([this.#peers, this.secrets()]) !== before)
      for (const listener of this.#listeners) listener();
  }

  async #announce(signal: AbortSignal): Promise<void> {
    const { hubClient, self, namespace, clock } = this.#options;
    const lease = peerLease(self, namespace, clock.now());
    await hubClient.apply(LEASES, lease, { fieldManager: 'banyan-hub', force: true, signal });
  }

  async #look(signal: AbortSignal): Promise<void> {
    const { hubClient, self, namespace, clock } = this.#options;
    const labelSelector = `${PEER_LABEL}=true`;
    const { items } = await hubClient.list<Lease>(LEASES, { namespace, labelSelector, signal });
    const peers: HubPeer[] = [];
    for (const lease of items) {
      const { name = '' } = lease.metadata;
      const peer = peerOfLease(lease);
      if (name === peerLeaseName(self.id)) continue;
      const sighting = this.#sightings.get(name) ?? new LeaseSighting(clock, DURATION_MS);
      this.#sightings.set(name, sighting);
      sighting.see(lease);
      if (sighting.hasExpired()) {
        await this.#forget(lease, signal);
        continue;
      }
      this.#forgetAt.delete(name);
      if (peer !== undefined) peers.push(peer);
    }
    const there = new Set(items.map(({ metadata }) => metadata.name));
    for (const name of this.#sightings.keys()) if (!there.has(name)) this.#sightings.delete(name);
    this.#peers = peers.toSorted((a, b) => (a.id < b.id ? -1 : 1));
  }

  /** Clears away what a replica that is long gone has left. */
  async #forget({ metadata }: Lease, signal: AbortSignal): Promise<void> {
    const { hubClient, namespace, clock } = this.#options;
    const { name = '', resourceVersion = '' } = metadata;
    const at = this.#forgetAt.get(name) ?? clock.elapsed() + FORGOTTEN_MS;
    this.#forgetAt.set(name, at);
    if (clock.elapsed() < at) return;
    this.#forgetAt.delete(name);
    try {
      await hubClient.delete(LEASES, { namespace, name }, { preconditions: { resourceVersion }, signal });
    } catch (error) {
      if (!isNotFound(error) && !isConflict(error)) throw error;
    }
  }

  /** Whoever finds it old renews it; of two at once one wins, and the other reads what that one wrote. */
  async #keepSecret(signal: AbortSignal): Promise<void> {
    const { hubClient, namespace, clock, random } = this.#options;
    const read = async (): Promise<PeerSecret | undefined> => {
      try {
        return await hubClient.get<PeerSecret>(SECRETS, { namespace, name: PEER_SECRET }, { signal });
      } catch (error) {
        if (isNotFound(error)) return undefined;
        throw error;
      }
    };
    const found = await read();
    const renewed = renewedPeerSecret(found, { namespace, nowMs: clock.now(), random });
    if (renewed === undefined) {
      this.#secret = found;
      return;
    }
    try {
      const write = { signal };
      this.#secret = await (found === undefined
        ? hubClient.create(SECRETS, renewed, write)
        : hubClient.update(SECRETS, renewed, write));
    } catch (error) {
      if (!isConflict(error) && !isAlreadyExists(error) && !isNotFound(error)) throw error;
      this.#secret = await read();
    }
  }

  async #leave(): Promise<void> {
    const { hubClient, namespace, self, logger } = this.#options;
    try {
      await hubClient.delete(LEASES, { namespace, name: peerLeaseName(self.id) }, { timeoutMs: 2000 });
    } catch (err) {
      if (!isNotFound(err)) logger.warn({ err }, 'could not take leave of the other replicas');
    }
  }
}
