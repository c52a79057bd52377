import type { KubeObject } from '@banyan/api';
import { DESCRIPTIONS, type Description } from '@banyan/api/clusternet';
import {
  Controller,
  DONE,
  formatKey,
  parseKey,
  silentLogger,
  systemClock,
  type Clock,
  type ReconcileResult,
} from '@banyan/controller';
import { identityKey, type AppliedObject, type ObjectIdentity } from '@banyan/engine';
import type { CacheLease } from '@banyan/kube';
import { keyOf, namespacesOf } from './description-key.ts';
import { DEFAULTS, type DeployerOptions } from './deployer-options.ts';
import { DescriptionReconcile } from './description-reconcile.ts';
import { isOtherIntent, isOtherOutcome } from './intent-of-description.ts';
import { workOf, type SeenObject } from './member/seen-object.ts';
import { MemberSessions } from './member-sessions.ts';
import { descriptionStatusOf } from './status/description-status.ts';
import { recordOutcome } from './status/record-outcome.ts';
import { StatusWriter } from './status/status-writer.ts';
import type { WorkOutcome } from './status/work-outcomes.ts';
import { AppliedMemory } from './work/applied-memory.ts';
import { RunningPasses } from './work/running-passes.ts';
import { Works } from './work/works.ts';

const BY_NAMESPACE = 'banyan/description-namespace';
/** Long enough for a member's first words about what was just applied: then one write tells both. */
const STATUS_DELAY_MS = 200;
/** A work of a thousand objects over a slow line. Each request has its own, shorter deadline. */
const RECONCILE_TIMEOUT_MS = 300_000;

/**
 * Applies the works of members that are ours, keeps them as they should be, and tells how they do. The hub runs one for all
 * members that it pushes to, an agent one for its own.
 */
export class Deployer {
  readonly #options: DeployerOptions;
  readonly #clock: Clock;
  readonly #descriptions: CacheLease<KubeObject>;
  readonly #works = new Works();
  readonly #memory = new AppliedMemory();
  readonly #outcomes = new Map<string, WorkOutcome>();
  readonly #passes = new RunningPasses();
  readonly #sessions: MemberSessions;
  readonly #statusWriter: StatusWriter;
  readonly #reconcile: DescriptionReconcile;
  readonly #applying: Controller;
  readonly #telling: Controller;
  #hubId: string | undefined;

  constructor(options: DeployerOptions) {
    const { hubClient, hubCaches, members, namespace, logger = silentLogger } = options;
    const { maxPruned = DEFAULTS.maxPruned, deletionPatienceMs = DEFAULTS.deletionPatienceMs } = options;
    const yieldsTo = new Set(options.yieldsTo);
    this.#options = options;
    this.#hubId = options.hubId;
    this.#clock = options.clock ?? systemClock;
    this.#descriptions = hubCaches.objects({
      resource: DESCRIPTIONS,
      dropManagedFields: true,
      ...(namespace !== undefined && { namespace }),
    });
    this.#descriptions.addIndex(BY_NAMESPACE, namespacesOf);
    this.#statusWriter = new StatusWriter(hubClient, this.#clock);
    this.#sessions = new MemberSessions({
      members,
      hubId: () => this.#hubId,
      yieldsTo,
      logger,
      clock: this.#clock,
      sweep: options.sweep ?? DEFAULTS.sweep,
      onSeen: (...seen) => this.#seen(...seen),
      onEnd: (ended) => this.#forget(ended),
    });
    this.#reconcile = new DescriptionReconcile({
      hubClient,
      yieldsTo,
      maxPruned,
      patienceMs: deletionPatienceMs,
      nowMs: () => this.#clock.elapsed(),
      random: options.random ?? Math.random,
      knownGenerations: (of) => this.#generations(of),
      sessions: this.#sessions,
      works: this.#works,
      memory: this.#memory,
      tell: (key, outcome) => this.#tell(key, outcome),
    });
    this.#applying = this.#controller('deployer', (key, signal) => this.#apply(key, signal));
    this.#telling = this.#controller('deployer-status', (key, signal) => this.#writeStatus(key, signal));
  }

  get started(): boolean {
    return this.#applying.started && this.#telling.started;
  }

  /** Works until the signal aborts, and resolves when nothing runs. It runs once. Hub's caches and members stay open. */
  async run(signal: AbortSignal): Promise<void> {
    const stopListening = [
      this.#descriptions.addHandler({
        onAdd: (now) => this.#described(now as Description, undefined),
        onUpdate: (now, before) => this.#described(now as Description, before as Description),
        onDelete: (before) => this.#undescribed(before as Description),
      }),
      this.#options.members.onChange((namespace) => this.#memberChanged(namespace)),
    ];
    try {
      await Promise.all([this.#applying.run(signal), this.#telling.run(signal)]);
    } finally {
      for (const stop of stopListening) stop();
      await this.#sessions.close();
      this.#descriptions.release();
    }
  }

  #controller(
    name: string,
    reconcile: (key: string, signal: AbortSignal) => Promise<ReconcileResult>,
  ): Controller {
    const { logger, metrics, random, members } = this.#options;
    const { concurrency = DEFAULTS.concurrency, concurrencyPerMember = DEFAULTS.concurrencyPerMember } =
      this.#options;
    return new Controller({
      name,
      reconcile,
      caches: [this.#descriptions, members],
      concurrency,
      // An agent has one member.
      concurrencyPerCluster: this.#options.namespace === undefined ? concurrencyPerMember : concurrency,
      reconcileTimeoutMs: RECONCILE_TIMEOUT_MS,
      clock: this.#clock,
      ...(logger && { logger }),
      ...(metrics && { metrics }),
      ...(random && { random }),
    });
  }

  async #apply(key: string, signal: AbortSignal): Promise<ReconcileResult> {
    const description = this.#description(key);
    if (description === undefined) return DONE;
    this.#passes.begin(key);
    try {
      return await this.#reconcile.reconcile(key, description, signal);
    } finally {
      for (const object of this.#passes.end(key)) this.#compare(key, object);
    }
  }

  /** What the member showed of an object during a pass may be what the pass itself left there. */
  #compare(key: string, identity: ObjectIdentity): void {
    const { namespace = '' } = parseKey(key);
    const seen = this.#sessions.peek(namespace)?.kinds.seen(identity);
    const left = this.#memory.peek(key)?.get(identityKey(identity));
    if (seen === undefined || seen === 'absent' || !isAsLeft(seen, left)) this.#applying.add(key);
  }

  async #writeStatus(key: string, signal: AbortSignal): Promise<ReconcileResult> {
    const description = this.#description(key);
    const index = this.#works.index(key);
    const { namespace = '' } = parseKey(key);
    if (description === undefined || index === undefined) return DONE;
    const waitMs = this.#passes.tellInMs(key, this.#clock.elapsed());
    if (waitMs > 0) return { requeueAfterMs: waitMs };
    const state = this.#options.members.stateOf(namespace);
    if (state.kind !== 'ours' && state.kind !== 'unready') return DONE;
    const session = this.#sessions.peek(namespace);
    const status = descriptionStatusOf({
      outcome: this.#outcomes.get(key),
      before: description.status,
      applied: this.#memory.peek(key),
      items: index.items,
      seenOf: ({ identity }) => session?.kinds.seen(identity),
    });
    return this.#statusWriter.write(key, description, status, signal);
  }

  #described(now: Description, before: Description | undefined): void {
    if (now.spec.deployer !== 'Generic') return;
    const key = keyOf(now);
    for (const other of this.#works.put(key, now)) this.#applying.add(other);
    this.#learnHubId(this.#works.index(key)?.hubId);
    if (before === undefined || isOtherIntent(now, before)) {
      this.#applying.add(key, { priority: this.#applying.started ? 'normal' : 'low' });
    }
    // Whoever had the turn before us may have the last word, or we may have looked before our own came back.
    const isTold = before !== undefined && isOtherOutcome(now, before) && this.#outcomes.has(key);
    if (isTold && !this.#statusWriter.isOwn(key, now)) this.#telling.add(key, { afterMs: STATUS_DELAY_MS });
  }

  #learnHubId(hubId: string | undefined): void {
    if (this.#hubId !== undefined || hubId === undefined) return;
    this.#hubId = hubId;
    for (const waiting of this.#descriptions.cache.values()) this.#applying.add(keyOf(waiting));
  }

  #undescribed(before: Description): void {
    const key = keyOf(before);
    for (const other of this.#works.delete(key)) this.#applying.add(other);
    this.#memory.delete(key);
    this.#outcomes.delete(key);
    this.#statusWriter.delete(key);
    this.#passes.forget(key);
  }

  #memberChanged(namespace: string): void {
    // Before anything runs nothing is known: the first look at each Description finds its member.
    if (!this.#applying.started) return;
    this.#sessions.of(namespace);
    this.#sessions.peek(namespace)?.circuit.close();
    for (const description of this.#descriptions.cache.byIndex(BY_NAMESPACE, namespace)) {
      this.#applying.add(keyOf(description), { priority: 'low' });
    }
  }

  /** An object in a member: whoever has it looks after it if it is not as we left it, and tells its status. */
  #seen(
    namespace: string,
    identity: ObjectIdentity,
    now: SeenObject | undefined,
    before: SeenObject | undefined,
  ): void {
    const object = identityKey(identity);
    const keys = this.#works.claimants(namespace, object);
    for (const key of keys) {
      const isCompared = this.#passes.see(key, object, identity);
      if (!isCompared && !isAsLeft(now, this.#memory.peek(key)?.get(object))) this.#applying.add(key);
      this.#telling.add(key, { afterMs: STATUS_DELAY_MS });
    }
    if (keys.length > 0) return;
    const work = workOf(now ?? before ?? { metadata: {} }) ?? '';
    const dot = work.indexOf('.');
    const key = formatKey({ cluster: namespace, namespace: work.slice(0, dot), name: work.slice(dot + 1) });
    if (this.#works.index(key) !== undefined) this.#applying.add(key);
  }

  #tell(key: string, outcome: WorkOutcome): void {
    const { phase: before = this.#description(key)?.status?.phase } = this.#outcomes.get(key) ?? {};
    this.#outcomes.set(key, outcome);
    const { events } = this.#options;
    const description = this.#description(key);
    if (events !== undefined && description !== undefined && before !== outcome.phase) {
      recordOutcome(events, description, outcome);
    }
    this.#telling.add(key, { afterMs: STATUS_DELAY_MS });
  }

  #forget(namespace: string): void {
    this.#memory.forgetMember(namespace);
    this.#statusWriter.forgetMember(namespace);
    for (const key of this.#outcomes.keys()) if (key.startsWith(`${namespace}|`)) this.#outcomes.delete(key);
  }

  #generations(namespace: string): ReadonlyMap<string, number> {
    const known = this.#descriptions.cache.byIndex(BY_NAMESPACE, namespace);
    return new Map(known.map(({ metadata: { uid = '', generation = 0 } }) => [uid, generation]));
  }

  #description(key: string): Description | undefined {
    const { namespace = '', name } = parseKey(key);
    return this.#descriptions.cache.get(`${namespace}/${name}`) as Description | undefined;
  }
}

function isAsLeft(now: SeenObject | undefined, left: AppliedObject | undefined): boolean {
  if (now === undefined || left === undefined || now.fields !== left.fields) return false;
  return now.digest === undefined || now.digest === left.digest;
}
