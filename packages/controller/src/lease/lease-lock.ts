import { isAlreadyExists, isConflict, isNotFound } from '@banyan/kube';
import type { Clock } from '../clock/clock.ts';
import { withDeadline } from '../clock/deadline.ts';
import type { LeaseClient } from './lease-client.ts';
import { LeaseSighting } from './lease-sighting.ts';
import {
  formatMicroTime,
  LEASES,
  newLease,
  nextRenewTime,
  type Lease,
  type LeaseSpec,
  type LeaseTimes,
} from './lease.ts';

export interface LeaseLockOptions {
  readonly client: LeaseClient;
  readonly namespace: string;
  readonly name: string;
  /** Unique to this process and this run of it: a second process with the same identity would be taken for this one. */
  readonly identity: string;
  readonly times: LeaseTimes;
  readonly clock: Clock;
  /** Of the Lease, where we create it. */
  readonly labels?: Readonly<Record<string, string>>;
}

/** Conflicts that a release puts up with: there are at most as many requests of ours on the way. */
const RELEASE_TRIES = 3;

/** One unbroken time of holding. Counted from before the write was *sent*: others count from after it was stored. */
interface Tenancy {
  readonly epoch: number;
  readonly acquireTime: string;
  readonly sentElapsedMs: number;
  /** The least that the wall clock was ahead of the elapsed clock since then. */
  leastLeadMs: number;
}

/**
 * One Lease as a lock. Never held by two: a holder stops counting on it `renewDeadlineMs` after it sent its last
 * successful write, by its own clocks; another takes it no sooner than `leaseDurationMs` after it last saw it
 * change, by its own clock; no time written by another machine is compared with ours; every write carries the
 * resourceVersion that it was decided on. The methods that ask the server are called one at a time.
 */
export class LeaseLock {
  readonly #options: LeaseLockOptions;
  readonly #sighting: LeaseSighting;
  #tenancy: Tenancy | undefined;
  /** The server may have us down as holder, even if no answer said so. */
  #mayBeHolder = false;

  constructor(options: LeaseLockOptions) {
    this.#options = options;
    this.#sighting = new LeaseSighting(options.clock, options.times.leaseDurationMs);
  }

  /** `namespace/name`, for people. */
  get name(): string {
    return `${this.#options.namespace}/${this.#options.name}`;
  }

  /** Who held it when we last looked; not necessarily alive. */
  get holder(): string | undefined {
    return this.#sighting.holder;
  }

  /** Of the current tenancy: greater than that of every earlier one. */
  get epoch(): number | undefined {
    return this.#tenancy?.epoch;
  }

  /**
   * True as long as nobody else can hold it. Costs nothing: ask again before every act. After a pause or a jump
   * of the wall clock that may have been one, it says no from the first call on.
   */
  isHeld(): boolean {
    return this.remainingMs() > 0;
  }

  /** How long `isHeld` stays true if no renewal comes and no clock jumps. */
  remainingMs(): number {
    if (this.#tenancy === undefined) return 0;
    const { clock, times } = this.#options;
    // The elapsed clock stands still while the machine sleeps: the wall clock then gains on it, and that counts
    // as time gone by. Set back it only loses, which is forgotten: so a sleep shows even after that.
    const leadMs = clock.now() - clock.elapsed();
    this.#tenancy.leastLeadMs = Math.min(this.#tenancy.leastLeadMs, leadMs);
    const age = clock.elapsed() - this.#tenancy.sentElapsedMs + leadMs - this.#tenancy.leastLeadMs;
    if (age >= times.renewDeadlineMs) this.#tenancy = undefined;
    return Math.max(0, times.renewDeadlineMs - age);
  }

  /** Takes note of a Lease that someone else has just read. */
  see(lease: Lease): void {
    this.#sighting.see(lease);
  }

  /** Nobody holds it, we are down as holder, or the holder has let its time pass. */
  isFree(): boolean {
    const { holder } = this.#sighting;
    return holder === undefined || holder === this.#options.identity || this.#sighting.hasExpired();
  }

  /** One try to take it; a new tenancy with a new epoch begins with true. Throws what the server answers. */
  async acquire(signal: AbortSignal): Promise<boolean> {
    if (this.isHeld()) return this.renew(signal);
    const lease = await this.#read(signal);
    if (!this.isFree()) return false;
    const { transitions } = this.#sighting;
    const epoch = transitions === undefined ? 0 : transitions + 1;
    const acquireTime = formatMicroTime(this.#options.clock.now());
    return this.#write(lease, { epoch, acquireTime }, signal);
  }

  /** One try to prolong the tenancy; false when it is over. Throws what the server answers: try again while held. */
  async renew(signal: AbortSignal): Promise<boolean> {
    if (!this.isHeld()) return false;
    const { lease: lastSeen } = this.#sighting;
    if (lastSeen && this.#isOurTenancy(lastSeen) && (await this.#prolong(lastSeen, signal))) return true;
    const lease = await this.#read(signal);
    if (!this.isHeld()) return false;
    if (lease !== undefined && !this.#isOurTenancy(lease)) {
      this.#tenancy = undefined;
      return false;
    }
    return this.#prolong(lease, signal);
  }

  /** Gives it back, once the work under it has ended, so that another can have it at once. */
  async release(signal: AbortSignal): Promise<void> {
    this.#tenancy = undefined;
    if (!this.#mayBeHolder) return;
    for (let tries = 1; ; tries++) {
      const lease = await this.#read(signal);
      if (lease?.spec?.holderIdentity !== this.#options.identity) break;
      try {
        await this.#giveBack(lease, signal);
        break;
      } catch (error) {
        // A renewal of ours that was given up may have arrived in between.
        if (!isConflict(error) || tries === RELEASE_TRIES) throw error;
      }
    }
    this.#mayBeHolder = false;
  }

  async #giveBack(lease: Lease, signal: AbortSignal): Promise<void> {
    const { client, clock } = this.#options;
    const time = nextRenewTime(clock.now(), lease.spec?.renewTime);
    // An empty holder and a duration of one second is how client-go says "nobody".
    const nobody = { holderIdentity: '', leaseDurationSeconds: 1, renewTime: time, acquireTime: time };
    const update = { ...lease, spec: { ...lease.spec, ...nobody } };
    this.#sighting.see(await this.#ask(signal, (options) => client.update(LEASES, update, options)));
  }

  async #prolong(lease: Lease | undefined, signal: AbortSignal): Promise<boolean> {
    return this.#tenancy !== undefined && (await this.#write(lease, this.#tenancy, signal));
  }

  /** False when someone else wrote first, or when the answer came too late to count on it. */
  async #write(
    lease: Lease | undefined,
    { epoch, acquireTime }: Pick<Tenancy, 'epoch' | 'acquireTime'>,
    signal: AbortSignal,
  ): Promise<boolean> {
    const { clock } = this.#options;
    const prolongs = this.isHeld();
    const sentElapsedMs = clock.elapsed();
    const tenancy = { epoch, acquireTime, sentElapsedMs, leastLeadMs: clock.now() - sentElapsedMs };
    this.#mayBeHolder = true;
    try {
      this.#sighting.see(await this.#send(lease, tenancy, signal));
    } catch (error) {
      // One that was to be created and is not found has no namespace: that is nobody else's doing.
      const isGone = isNotFound(error) && lease !== undefined;
      if (isConflict(error) || isAlreadyExists(error) || isGone) return false;
      throw error;
    }
    // A tenancy that ran out while the renewal was on its way has been told to stop: it is not revived.
    if (prolongs && !this.isHeld()) return false;
    this.#tenancy = tenancy;
    return this.isHeld();
  }

  async #send(
    lease: Lease | undefined,
    { epoch, acquireTime }: Tenancy,
    signal: AbortSignal,
  ): Promise<Lease> {
    const { client, clock, identity, times, namespace, name, labels } = this.#options;
    const spec: LeaseSpec = {
      holderIdentity: identity,
      leaseDurationSeconds: times.leaseDurationMs / 1000,
      acquireTime,
      renewTime: nextRenewTime(clock.now(), lease?.spec?.renewTime),
      leaseTransitions: epoch,
    };
    return this.#ask(signal, (options) =>
      lease === undefined
        ? client.create(LEASES, newLease({ namespace, name, ...(labels && { labels }) }, spec), options)
        : client.update(LEASES, { ...lease, spec }, options),
    );
  }

  async #read(signal: AbortSignal): Promise<Lease | undefined> {
    const { client, namespace, name } = this.#options;
    try {
      const lease = await this.#ask(signal, (options) => client.get(LEASES, { namespace, name }, options));
      this.#sighting.see(lease);
      return lease;
    } catch (error) {
      if (isNotFound(error)) return undefined;
      throw error;
    }
  }

  #isOurTenancy({ spec }: Lease): boolean {
    return spec?.holderIdentity === this.#options.identity && spec.leaseTransitions === this.#tenancy?.epoch;
  }

  /** Half the deadline for one request, so that one that hangs leaves time for another. */
  async #ask<T>(
    signal: AbortSignal,
    request: (options: { signal: AbortSignal; timeoutMs: number }) => Promise<T>,
  ): Promise<T> {
    const { clock, times } = this.#options;
    const timeoutMs = times.renewDeadlineMs / 2;
    return withDeadline(clock, timeoutMs, signal, (inner) => request({ signal: inner, timeoutMs }));
  }
}
