import type { Agent } from 'node:http';
import { streamOpener, type ClusterConnection, type Credentials, type OpenStream } from '@banyan/kube';
import { credentialsKey, type MemberRoute } from './member-routes.ts';
import { StreamAgent } from './stream-agent.ts';

/** The connections to one target, made with one set of credentials. */
export interface ConnectionPool {
  readonly connection: ClusterConnection;
  /** A connection of its own, for what will be another protocol. */
  readonly open: OpenStream;
  /** Keeps connections between requests. */
  readonly agent: Agent;
}

/** Bounds memory. A pool that is dropped goes on until its last connection has been idle for its time. */
const MAX_POOLS = 2048;

/** Pools by where they lead and who goes there; the one used last is kept longest. */
export class ConnectionPools {
  readonly #pools = new Map<string, Promise<ConnectionPool>>();

  /** Throws what `route.connection` throws, and a KubeError (BadConfig) for a CA or certificate that is of no use. */
  get(route: MemberRoute, passed: Credentials | undefined): Promise<ConnectionPool> {
    const key = passed === undefined ? route.key : `${route.key} ${credentialsKey(passed)}`;
    const pool = this.#pools.get(key) ?? openPool(route, passed);
    this.#pools.delete(key);
    this.#pools.set(key, pool);
    pool.catch(() => this.#pools.get(key) === pool && this.#pools.delete(key));
    const [oldest] = this.#pools.keys();
    if (this.#pools.size > MAX_POOLS && oldest !== undefined) this.#pools.delete(oldest);
    return pool;
  }

  /** Ends every connection, used or not. */
  async close(): Promise<void> {
    const pools = await Promise.allSettled(this.#pools.values());
    this.#pools.clear();
    for (const pool of pools) if (pool.status === 'fulfilled') pool.value.agent.destroy();
  }
}

async function openPool(route: MemberRoute, passed: Credentials | undefined): Promise<ConnectionPool> {
  const connection = route.connection();
  // The hub's own certificate of the member is for the hub's own requests: a caller's credentials stand alone.
  const credentials = passed ?? (route.isApiServer ? await connection.credentials?.get() : undefined);
  const open = await streamOpener(connection, credentials ?? {});
  return { connection, open, agent: new StreamAgent(open) };
}
