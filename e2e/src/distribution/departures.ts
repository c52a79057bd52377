import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { DESCRIPTIONS } from '@banyan/api/clusternet';
import { isNotFound } from '@banyan/kube';
import { differencesInMember } from './differences.ts';
import { startingWishes } from './fault-plan.ts';
import { MEMBERS, type FaultWorld } from './fault-world.ts';
import { patiently } from './patiently.ts';
import { goodbyes } from './random-changes.ts';
import { settle } from './settle.ts';
import { NAMESPACE, PARTS, templateOf, type Part } from './wished-template.ts';
import { wishesAfter, type Change, type Wishes } from './wishes.ts';

const DEPLOYMENTS = { group: 'apps', version: 'v1', resource: 'deployments' };
const NAMESPACES = { group: '', version: 'v1', resource: 'namespaces' };

/** Members, namespaces and subscriptions go and come back, while things are deployed. */
export class Departures {
  readonly #world: FaultWorld;
  readonly #t: TestContext;
  #wishes: Wishes = startingWishes(MEMBERS);

  constructor(world: FaultWorld, t: TestContext) {
    this.#world = world;
    this.#t = t;
  }

  /** All members have all of `s1`, and a little of `s2`. */
  async deploy(): Promise<void> {
    for (const { name: member, ring } of MEMBERS) await this.#tell({ what: 'ring', member, ring });
    await this.#subscribe('s1', PARTS);
    await this.#subscribe('s2', ['config', 'secret', 'role']);
    await this.#settle('deployed');
  }

  /**
   * Those that are there are rid of it at once, those that are away when they return. What else they have is not touched
   * for their having been away.
   */
  async endWhileAway(subscription: string, away: readonly string[]): Promise<void> {
    const { fleet } = this.#world;
    const before = await Promise.all(away.map((name) => this.#uidOf(name)));
    await Promise.all(away.map((name) => this.#world.member(name).cluster.cut()));
    for (const name of away)
      await patiently(`${name} is not ready`, async () => !(await fleet.isListedReady(name)));
    for (const change of goodbyes(this.#wishes, subscription)) await this.#tell(change);
    const waiting = away.map((name) => `clusternet-${name}/${subscription}-generic`);
    await patiently('only those that are away still have it', async () => {
      const { items } = await fleet.hubClient.list(DESCRIPTIONS);
      const left = items.filter(({ metadata }) => metadata.name === `${subscription}-generic`);
      const names = left.map(({ metadata: { namespace = '', name = '' } }) => `${namespace}/${name}`);
      return names.toSorted().join() === waiting.toSorted().join();
    });
    await Promise.all(away.map((name) => this.#world.member(name).cluster.heal()));
    for (const name of away) await patiently(`${name} is ready`, () => fleet.isListedReady(name));
    await this.#settle('with those back that were away');
    assert.deepEqual(await Promise.all(away.map((name) => this.#uidOf(name))), before);
  }

  /** Whoever deletes a Namespace in a member gets it back with all that was in it. */
  async loseNamespaces(members: readonly string[]): Promise<void> {
    for (const member of members) {
      const { memberClient } = this.#world.member(member);
      for (const name of [NAMESPACE, 's1-space']) {
        const { metadata } = await memberClient.get(NAMESPACES, { name });
        await memberClient.delete(NAMESPACES, { name });
        await patiently(`${member} has ${name} again`, async () => {
          const found = await memberClient.get(NAMESPACES, { name }).catch((error: unknown) => {
            if (isNotFound(error)) return undefined;
            throw error;
          });
          return found !== undefined && found.metadata.uid !== metadata.uid;
        });
      }
    }
    await this.#settle('with the namespaces back');
  }

  /** What was deployed there stays, and the hub knows nothing of it any more. */
  async letGo(name: string): Promise<void> {
    const { memberClient } = this.#world.member(name);
    const before = this.#wishes;
    await this.#world.fleet.hub('unjoin', name);
    this.#forget(name);
    await this.#settle(`without ${name}`);
    assert.deepEqual(await differencesInMember(memberClient, name, before), []);
  }

  /** What was deployed there is taken away before it goes. */
  async drain(name: string): Promise<void> {
    const { memberClient } = this.#world.member(name);
    await this.#world.fleet.hub('unjoin', name, '--drain');
    this.#forget(name);
    assert.deepEqual(await differencesInMember(memberClient, name, this.#wishes), []);
    await this.#settle(`without ${name}`);
  }

  /** Of what was left behind some is wanted otherwise now, and some not at all. */
  async changeMind(): Promise<void> {
    await this.#template('s1', 'config', 2);
    await this.#template('s1', 'role', 2);
    const feeds = PARTS.filter((part) => part !== 'text').map((part) => `s1-${part}`);
    await this.#tell({
      what: 'subscription',
      name: 's1',
      wished: { feeds, ring: undefined, divides: false },
    });
    await this.#settle('after a change of mind');
  }

  /** Under its old name; with an agent that never stopped asking. */
  async joinAgain(name: string): Promise<void> {
    const { fleet } = this.#world;
    const { agent, cluster } = this.#world.member(name);
    const hub = ['--hub-kubeconfig', fleet.target.hub.kubeconfig];
    if (agent === undefined) await fleet.done('join', name, '--kubeconfig', cluster.kubeconfig, ...hub);
    else await patiently(`${name} is let in`, async () => this.#isApproved(name));
    await patiently(`${name} is ready`, () => fleet.isListedReady(name));
    const ring = startingWishes(MEMBERS).rings.get(name) ?? 'a';
    await this.#tell({ what: 'ring', member: name, ring });
    await this.#settle(`with ${name} back`);
  }

  async endAll(): Promise<void> {
    for (const name of this.#wishes.subscriptions.keys())
      for (const change of goodbyes(this.#wishes, name)) await this.#tell(change);
    await this.#settle('with nothing left');
  }

  /** Of something that stays all the time. */
  async #uidOf(member: string): Promise<string | undefined> {
    const place = { namespace: NAMESPACE, name: 's1-web' };
    return (await this.#world.member(member).memberClient.get(DEPLOYMENTS, place)).metadata.uid;
  }

  async #isApproved(name: string): Promise<boolean> {
    const { code } = await this.#world.fleet.banyan(
      'approve',
      name,
      '--kubeconfig',
      this.#world.target.hub.kubeconfig,
    );
    return code === 0;
  }

  async #subscribe(name: string, parts: readonly Part[]): Promise<void> {
    for (const part of parts) await this.#template(name, part, 1);
    const feeds = parts.map((part) => `${name}-${part}`);
    await this.#tell({ what: 'subscription', name, wished: { feeds, ring: undefined, divides: false } });
  }

  #template(subscription: string, part: Part, version: number): Promise<void> {
    const object = templateOf(subscription, part, version);
    return this.#tell({ what: 'template', name: `${subscription}-${part}`, object });
  }

  async #tell(change: Change): Promise<void> {
    this.#wishes = wishesAfter(this.#wishes, change);
    await this.#world.person.tell(change);
  }

  #forget(name: string): void {
    const rings = [...this.#wishes.rings].filter(([member]) => member !== name);
    this.#wishes = { ...this.#wishes, rings: new Map(rings) };
  }

  #settle(when: string): Promise<void> {
    return settle(this.#world, this.#wishes, { when, note: (line) => this.#t.diagnostic(line) });
  }
}
