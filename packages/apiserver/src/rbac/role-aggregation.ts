import type { KubeObject } from '@banyan/api';
import { KeyedWork } from '../aggregation/keyed-work.ts';
import type { ServerWrites } from '../registry/server-writes.ts';
import { settledAggregations } from './aggregate-roles.ts';
import { RBAC_GROUP } from './policy-rule.ts';
import type { WatchedTable } from './watched-table.ts';

export interface RoleAggregationOptions {
  readonly clusterRoles: WatchedTable;
  readonly writes: Pick<ServerWrites, 'apply'>;
  readonly onDefect: (error: unknown) => void;
}

/** The name by which kube-controller-manager owns the rules: the one that takes over from the other finds them its own. */
const FIELD_MANAGER = 'clusterrole-aggregation-controller';
const CLUSTER_ROLE = { apiVersion: `${RBAC_GROUP}/v1`, kind: 'ClusterRole' };

/** Keeps the rules of aggregated ClusterRoles, as a controller does in a cluster that has one. */
export class RoleAggregation {
  readonly #options: RoleAggregationOptions;
  readonly #work: KeyedWork;
  #stopListening: () => void = () => {};

  constructor(options: RoleAggregationOptions) {
    this.#options = options;
    this.#work = new KeyedWork({
      work: async () => {
        await this.#keep();
        return undefined;
      },
      onError: options.onDefect,
    });
  }

  /** Resolves when all are as they should be. */
  async start(): Promise<void> {
    await this.#keep();
    this.#stopListening = this.#options.clusterRoles.listen(() => this.#work.add('all'));
  }

  async stop(): Promise<void> {
    this.#stopListening();
    await this.#work.stop();
  }

  async #keep(): Promise<void> {
    const { clusterRoles, writes } = this.#options;
    const roles = Array.from(clusterRoles.scan(), ({ object }) => object);
    for (const { name, rules } of settledAggregations(roles)) {
      const configuration = { ...CLUSTER_ROLE, metadata: { name }, rules } as KubeObject;
      await writes.apply(configuration, FIELD_MANAGER);
    }
  }
}
