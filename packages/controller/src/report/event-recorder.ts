import type { GroupVersionResource, KubeObject } from '@banyan/api';
import { systemClock, type Clock } from '../clock/clock.ts';
import { sleep } from '../clock/sleep.ts';
import { silentLogger, type Logger } from '../observe/logger.ts';

const EVENTS: GroupVersionResource = { group: '', version: 'v1', resource: 'events' };
/** As kube-apiserver keeps them for an hour: the same words again within ten minutes tell nothing new. */
const SAME_WITHIN_MS = 600_000;
/** Of an Event's message. */
const MAX_MESSAGE_LENGTH = 1024;
/** Waiting to be written; what comes on top is lost, since nobody reads thousands. */
const MAX_WAITING = 1000;
/** At once: events are the last that an API server should be busy with. */
const WRITERS = 2;
/** In a row, for what one person does; then at this distance, for what happens to a whole fleet. */
const BURST = 100;
const PAUSE_MS = 50;

/** What events need of a client; KubeClient is one. */
export interface EventClient {
  create(
    resource: GroupVersionResource,
    object: KubeObject,
    options?: { readonly signal?: AbortSignal },
  ): Promise<unknown>;
}

export interface RecordedEvent {
  readonly type: 'Normal' | 'Warning';
  /** One word, `BaseCreated`. */
  readonly reason: string;
  readonly message: string;
}

export interface EventRecorderOptions {
  readonly client: EventClient;
  /** Who says it: `banyan-scheduler`. */
  readonly component: string;
  readonly logger?: Logger;
  readonly clock?: Clock;
}

/**
 * Writes Events about objects, in the background. `record` returns at once and never fails: an event that cannot be
 * written is logged and lost. What was said of an object within ten minutes is not said again.
 */
export class EventRecorder {
  readonly #options: EventRecorderOptions;
  readonly #clock: Clock;
  readonly #waiting: KubeObject[] = [];
  /** They go before the others. */
  readonly #warnings: KubeObject[] = [];
  /** When it was said, the oldest first. */
  readonly #said = new Map<string, number>();
  readonly #stop = new AbortController();
  readonly #writers = new Set<Promise<void>>();
  #count = 0;
  /** When the last of those that may be written in a row is due. */
  #paidUntilMs = -Infinity;

  constructor(options: EventRecorderOptions) {
    this.#options = options;
    this.#clock = options.clock ?? systemClock;
  }

  record(about: KubeObject, event: RecordedEvent): void {
    if (this.#stop.signal.aborted || this.#wasSaid(about, event)) return;
    const queue = event.type === 'Warning' ? this.#warnings : this.#waiting;
    if (queue.length >= MAX_WAITING) return;
    queue.push(this.#eventOf(about, event));
    if (this.#writers.size >= WRITERS) return;
    const writer: Promise<void> = this.#write().finally(() => this.#writers.delete(writer));
    this.#writers.add(writer);
  }

  /** What waits is lost; resolves when nothing is being written any more. */
  async close(): Promise<void> {
    this.#stop.abort();
    this.#waiting.length = 0;
    this.#warnings.length = 0;
    await Promise.all(this.#writers);
  }

  async #write(): Promise<void> {
    const { client, logger = silentLogger } = this.#options;
    while (this.#warnings.length + this.#waiting.length > 0) {
      await this.#turn();
      const event = this.#warnings.shift() ?? this.#waiting.shift();
      if (event === undefined) return;
      try {
        await client.create(EVENTS, event, { signal: this.#stop.signal });
      } catch (error) {
        if (!this.#stop.signal.aborted) logger.debug({ err: error }, 'an event was lost');
      }
    }
  }

  async #turn(): Promise<void> {
    const nowMs = this.#clock.elapsed();
    this.#paidUntilMs = Math.max(this.#paidUntilMs, nowMs - BURST * PAUSE_MS) + PAUSE_MS;
    const waitMs = this.#paidUntilMs - nowMs;
    if (waitMs > 0) await sleep(this.#clock, waitMs, this.#stop.signal);
  }

  #wasSaid({ metadata, kind }: KubeObject, { type, reason, message }: RecordedEvent): boolean {
    const now = this.#clock.elapsed();
    for (const [key, at] of this.#said) {
      if (now - at < SAME_WITHIN_MS && this.#said.size <= MAX_WAITING) break;
      this.#said.delete(key);
    }
    const { uid, namespace = '', name = '' } = metadata;
    const key = JSON.stringify([uid ?? `${kind}/${namespace}/${name}`, type, reason, message]);
    if (this.#said.has(key)) return true;
    this.#said.set(key, now);
    return false;
  }

  #eventOf({ apiVersion, kind, metadata }: KubeObject, { type, reason, message }: RecordedEvent): KubeObject {
    const { component } = this.#options;
    const { name = '', namespace, uid, resourceVersion } = metadata;
    const time = new Date(this.#clock.now()).toISOString().replace(/\.\d+Z$/, 'Z');
    const suffix = `${this.#clock.now().toString(16)}${(this.#count++ & 0xffff).toString(16).padStart(4, '0')}`;
    return {
      apiVersion: 'v1',
      kind: 'Event',
      metadata: { name: `${name.slice(0, 220)}.${suffix}`, namespace: namespace ?? 'default' },
      involvedObject: { apiVersion, kind, name, namespace, uid, resourceVersion },
      type,
      reason,
      message: shortened(message),
      source: { component },
      reportingComponent: component,
      firstTimestamp: time,
      lastTimestamp: time,
      count: 1,
    };
  }
}

function shortened(message: string): string {
  return message.length <= MAX_MESSAGE_LENGTH ? message : `${message.slice(0, MAX_MESSAGE_LENGTH - 1)}…`;
}
