import { LinkedList, type ListNode } from './linked-list.ts';
import { PRIORITIES, type Priority } from './priority.ts';

export interface ReadyKey<T> extends ListNode<T> {
  readonly cluster: string;
  priority: Priority;
}

/**
 * A level that has keys and was passed over this often is served next, so that a flood of urgent keys slows
 * the others down to a sixteenth and never to nothing.
 */
const PASSED_OVER_LIMIT = 15;

/** The ready keys of one cluster at one priority, oldest first. */
interface Lane<T extends ReadyKey<T>> extends ListNode<Lane<T>> {
  readonly keys: LinkedList<T>;
  readonly cluster: ClusterKeys<T>;
  waitsInLine: boolean;
}

interface ClusterKeys<T extends ReadyKey<T>> {
  readonly name: string;
  readonly lanes: Readonly<Record<Priority, Lane<T>>>;
  ready: number;
  running: number;
}

interface Level<T extends ReadyKey<T>> {
  readonly priority: Priority;
  /** Lanes that may give a key now; the clusters take turns. */
  readonly line: LinkedList<Lane<T>>;
  passedOver: number;
}

/**
 * Keys that may run now. The highest priority goes first; within it the clusters take turns, one key each;
 * within a cluster the oldest goes first. A cluster that already has `maxPerCluster` keys running waits, the
 * others pass it. Every operation takes constant time.
 */
export class ReadyKeys<T extends ReadyKey<T>> {
  readonly #maxPerCluster: number;
  readonly #clusters = new Map<string, ClusterKeys<T>>();
  readonly #levels: Readonly<Record<Priority, Level<T>>> = {
    high: newLevel('high'),
    normal: newLevel('normal'),
    low: newLevel('low'),
  };
  #size = 0;

  constructor(maxPerCluster: number) {
    this.#maxPerCluster = maxPerCluster;
  }

  get size(): number {
    return this.#size;
  }

  add(key: T): void {
    const cluster = this.#cluster(key.cluster);
    cluster.lanes[key.priority].keys.append(key);
    cluster.ready++;
    this.#size++;
    this.#queueUp(cluster, key.priority);
  }

  remove(key: T): void {
    const cluster = this.#cluster(key.cluster);
    cluster.lanes[key.priority].keys.remove(key);
    cluster.ready--;
    this.#size--;
    this.#queueUp(cluster, key.priority);
    this.#dropIfIdle(cluster);
  }

  /** The next key, counted as running until `finished`; undefined when none may run now. */
  take(): T | undefined {
    const level = this.#nextLevel();
    const lane = level?.line.first;
    const key = lane?.keys.first;
    if (level === undefined || lane === undefined || key === undefined) return undefined;
    level.line.remove(lane);
    lane.waitsInLine = false;
    lane.cluster.running++;
    this.remove(key);
    for (const priority of PRIORITIES) this.#queueUp(lane.cluster, priority);
    return key;
  }

  finished(key: T): void {
    const cluster = this.#cluster(key.cluster);
    cluster.running--;
    for (const priority of PRIORITIES) this.#queueUp(cluster, priority);
    this.#dropIfIdle(cluster);
  }

  #nextLevel(): Level<T> | undefined {
    const waiting = PRIORITIES.map((priority) => this.#levels[priority]).filter(
      ({ line }) => line.first !== undefined,
    );
    const chosen = waiting.find((level) => level.passedOver >= PASSED_OVER_LIMIT) ?? waiting[0];
    for (const level of waiting) level.passedOver = level === chosen ? 0 : level.passedOver + 1;
    return chosen;
  }

  /** Puts a lane into its level's line, or takes it out, by whether it may give a key now. */
  #queueUp(cluster: ClusterKeys<T>, priority: Priority): void {
    const lane = cluster.lanes[priority];
    const may = lane.keys.first !== undefined && this.#mayRunMore(cluster);
    if (may === lane.waitsInLine) return;
    const { line } = this.#levels[priority];
    if (may) line.append(lane);
    else line.remove(lane);
    lane.waitsInLine = may;
  }

  /** Keys of no cluster are not limited: they have nothing in common that could be broken. */
  #mayRunMore({ name, running }: ClusterKeys<T>): boolean {
    return name === '' || running < this.#maxPerCluster;
  }

  #cluster(name: string): ClusterKeys<T> {
    let cluster = this.#clusters.get(name);
    if (cluster === undefined) {
      cluster = newCluster<T>(name);
      this.#clusters.set(name, cluster);
    }
    return cluster;
  }

  #dropIfIdle(cluster: ClusterKeys<T>): void {
    if (cluster.ready === 0 && cluster.running === 0) this.#clusters.delete(cluster.name);
  }
}

function newLevel<T extends ReadyKey<T>>(priority: Priority): Level<T> {
  return { priority, line: new LinkedList(), passedOver: 0 };
}

function newCluster<T extends ReadyKey<T>>(name: string): ClusterKeys<T> {
  const lanes = {} as Record<Priority, Lane<T>>;
  const cluster: ClusterKeys<T> = { name, lanes, ready: 0, running: 0 };
  for (const priority of PRIORITIES) {
    lanes[priority] = {
      keys: new LinkedList(),
      cluster,
      waitsInLine: false,
      previous: undefined,
      next: undefined,
    };
  }
  return cluster;
}
