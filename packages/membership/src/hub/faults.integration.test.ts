import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { suite, test } from 'node:test';
import { ApiError } from '@banyan/apiserver';
import { MANAGED_CLUSTERS } from '@banyan/api/clusternet';
import { eventually } from '@banyan/testing';
import { openToken } from '../sealed-token/index.ts';
import { CLUSTER_ROLE_BINDINGS, SERVICE_ACCOUNTS } from './hub-resources.ts';
import { TestAgent } from './test-agent.ts';
import { startMembership, startTestHub } from './test-hub.ts';

/** Refuses every n-th request while it is armed; the test itself asks in peace. */
class Trouble {
  readonly #every: number;
  #isArmed = false;
  #count = 0;
  refused = 0;

  constructor(every: number) {
    this.#every = every;
  }

  readonly intercept = (): Promise<void> => {
    this.#count += this.#isArmed ? 1 : 0;
    if (!this.#isArmed || this.#count % this.#every !== 0) return Promise.resolve();
    this.refused += 1;
    throw new ApiError({ code: 500, reason: 'InternalError', message: 'trouble' });
  };

  arm(): void {
    this.#isArmed = true;
  }

  async inPeace<T>(ask: () => Promise<T>): Promise<T> {
    this.#isArmed = false;
    try {
      return await ask();
    } finally {
      this.#isArmed = true;
    }
  }
}

suite('where every so many requests fail', () => {
  for (const every of [3, 5]) {
    test(`(one in ${every}) a member still registers and leaves, and nothing is left`, async () => {
      const trouble = new Trouble(every);
      await using hub = await startTestHub({ intercept: trouble.intercept });
      const { hubClient } = hub;
      await using _running = await startMembership(hubClient);
      const agents = Array.from({ length: 4 }, (_, at) => new TestAgent(hubClient, `m${at}`, randomUUID()));
      await Promise.all(agents.map((agent) => agent.register()));
      trouble.arm();
      const all = (isTrue: (agent: TestAgent) => Promise<boolean>) =>
        trouble.inPeace(async () => !(await Promise.all(agents.map(isTrue))).includes(false));
      await eventually('all are approved', () =>
        all(async (agent) => (await agent.request())?.status?.result === 'Approved'),
      );
      await trouble.inPeace(async () => {
        for (const agent of agents) {
          const token = openToken(agent.privateKey, (await agent.request())?.status?.token ?? '');
          await hub
            .clientWith({ token })
            .get(MANAGED_CLUSTERS, { namespace: agent.namespace, name: agent.name });
          await hubClient.delete(MANAGED_CLUSTERS, { namespace: agent.namespace, name: agent.name });
        }
      });
      await eventually('all are gone', () =>
        all(async (agent) => (await agent.member()) === undefined && (await agent.request()) === undefined),
      );
      const left = await trouble.inPeace(async () => {
        const labelSelector = 'clusters.clusternet.io/cluster-id';
        const bindings = await hubClient.list(CLUSTER_ROLE_BINDINGS, { labelSelector });
        return [...bindings.items, ...(await hubClient.list(SERVICE_ACCOUNTS, { labelSelector })).items];
      });
      assert.deepEqual(left, []);
      assert.ok(trouble.refused > 0);
      assert.deepEqual(hub.defects, []);
    });
  }
});
