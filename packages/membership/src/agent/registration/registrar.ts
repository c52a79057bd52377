import type { KeyObject } from 'node:crypto';
import type { ClusterRegistrationRequest } from '@banyan/api/clusternet';
import { Backoff, sleep, type BackoffOptions, type Clock, type Logger } from '@banyan/controller';
import { isForbidden, isNotFound, isUnauthorized, isUnreachable, type KubeClient } from '@banyan/kube';
import { AgentError, isAgentError } from '../agent-error.ts';
import type { AgentOptions } from '../agent-options.ts';
import { joinCertificates } from '../parent/ca-hash.ts';
import { HubToken, parentClient } from '../parent/parent-client.ts';
import { trustedCa } from '../parent/trusted-ca.ts';
import { newAgentKey, publicHalf } from './agent-key.ts';
import { askToRegister, checkMember, readRequest } from './ask-hub.ts';
import type { ParentRecord, ParentSecret } from './parent-secret.ts';
import { isNewer, readAnswer, type HubGrant } from './read-answer.ts';
import { registrationRequest, requestName } from './registration-request.ts';

/** Clusternet's agent asks every 5 s; an answer comes at once, or when a person gives it. */
const DEFAULT_RETRY: BackoffOptions = { baseMs: 1_000, maxMs: 15_000 };

export interface RegistrarOptions {
  readonly options: AgentOptions;
  readonly clusterId: string;
  readonly secret: ParentSecret;
  readonly logger: Logger;
  readonly clock: Clock;
  readonly random: () => number;
  /** How long to wait between two tries. */
  readonly retry?: BackoffOptions;
  /** For readiness: what keeps it from being registered. */
  readonly onProblem?: (message: string) => void;
}

/** A registered agent's way to the hub: the record that is stored, complete. */
export type HubAccess = Required<ParentRecord>;

/** Makes a cluster a member, and finds its way back when its credential or its place in the hub is lost. */
export class Registrar {
  readonly #given: RegistrarOptions;
  readonly #backoff: Backoff;
  #said = '';

  constructor(given: RegistrarOptions) {
    this.#given = given;
    this.#backoff = new Backoff(given.random, given.retry ?? DEFAULT_RETRY);
  }

  /** Tries until the hub has given a credential that works there. Throws only when the signal aborts. */
  async register(signal: AbortSignal): Promise<HubAccess> {
    for (;;) {
      signal.throwIfAborted();
      try {
        const access = await this.#attempt(signal);
        this.#backoff.forget('');
        this.#said = '';
        return access;
      } catch (error) {
        signal.throwIfAborted();
        this.#tell(error);
        await sleep(this.#given.clock, this.#backoff.nextMs(''), signal);
      }
    }
  }

  /** Asks the hub for the newest credential of a registered agent; undefined if it has no newer one. */
  async renew(access: HubAccess, hubClient: KubeClient, signal: AbortSignal): Promise<HubAccess | undefined> {
    const grant = readAnswer(await readRequest(hubClient, this.#given.clusterId, signal), access.key);
    return isNewer(grant.token, access.token) ? this.#keep(grant, access, signal) : undefined;
  }

  async #attempt(signal: AbortSignal): Promise<HubAccess> {
    const { options, clusterId, secret } = this.#given;
    const stored = await secret.load(signal);
    // Otherwise the Secret came with a copy of another cluster.
    const own = stored?.clusterId === clusterId ? stored : undefined;
    if (isComplete(own) && own.url === options.parentUrl) {
      const access = await this.#returned(own, signal);
      if (access !== undefined) return access;
    }
    return this.#introduced(own?.key, signal);
  }

  /** With the stored credential. Undefined if the hub no longer takes it, or cannot be verified any more. */
  async #returned(stored: HubAccess, signal: AbortSignal): Promise<HubAccess | undefined> {
    const { clusterId, logger } = this.#given;
    try {
      const request = await this.#as(stored.token, stored.ca, (client) =>
        readRequest(client, clusterId, signal),
      );
      const grant = readAnswer(request, stored.key);
      const isNews = isNewer(grant.token, stored.token) || this.#joinedCa(grant, stored.ca) !== stored.ca;
      const access = isNews ? await this.#keep(grant, stored, signal) : stored;
      return await this.#checked(access, signal);
    } catch (error) {
      signal.throwIfAborted();
      if (!this.#isOvercome(error)) throw error;
      logger.debug({ error: messageOf(error) }, 'the stored credential does not lead to the hub');
      return undefined;
    }
  }

  /** With the registration token. The key is used again: the same hub may have another address now. */
  async #introduced(knownKey: KeyObject | undefined, signal: AbortSignal): Promise<HubAccess> {
    const { options, clusterId, secret } = this.#given;
    if (options.token === undefined) throw this.#refused('there is none');
    const ca = await trustedCa(options, signal);
    const key = knownKey ?? newAgentKey();
    const record = { url: options.parentUrl, clusterId, key };
    // Kept before anyone hears of its public half: an agent that dies in between would not know its own request.
    if (knownKey === undefined) await secret.save(record, signal);
    const request = await this.#askAs(options.token, { ca, publicKey: publicHalf(key) }, signal);
    const access = await this.#keep(readAnswer(request, key), { ...record, ca }, signal);
    return this.#checked(access, signal);
  }

  async #askAs(
    token: string,
    { ca, publicKey }: { readonly ca: string; readonly publicKey: string },
    signal: AbortSignal,
  ): Promise<ClusterRegistrationRequest> {
    const { clusterId, options, logger } = this.#given;
    const request = registrationRequest(clusterId, publicKey, options);
    const onAsked = (): void =>
      logger.info(
        { request: requestName(clusterId), hub: options.parentUrl },
        'asked the hub to register this cluster',
      );
    try {
      return await this.#as(token, ca, (client) => askToRegister(client, request, onAsked, signal));
    } catch (error) {
      if (isUnauthorized(error) || isForbidden(error)) throw this.#refused('it is refused', error);
      throw error;
    }
  }

  async #keep(
    grant: HubGrant,
    known: Omit<HubAccess, 'token' | 'hubNamespace' | 'memberName'>,
    signal: AbortSignal,
  ): Promise<HubAccess> {
    const { hubNamespace, memberName, token } = grant;
    const { url, clusterId, key } = known;
    const ca = this.#joinedCa(grant, known.ca);
    const access: HubAccess = { url, clusterId, key, ca, token, hubNamespace, memberName };
    await this.#given.secret.save(access, signal);
    return access;
  }

  /** By what the hub is trusted: what it was verified by, and what it then announced. */
  #joinedCa({ announcedCa = '' }: HubGrant, ca: string): string {
    return joinCertificates([ca, announcedCa], new Date(this.#given.clock.now()));
  }

  /** Whether the registration token may lead further than the stored credential: to a hub that is away it does not. */
  #isOvercome(error: unknown): boolean {
    if (isUnauthorized(error) || isForbidden(error) || isNotFound(error)) return true;
    return isUnreachable(error) && this.#given.options.token !== undefined;
  }

  async #checked(access: HubAccess, signal: AbortSignal): Promise<HubAccess> {
    await this.#as(access.token, access.ca, (client) => checkMember(client, access, signal));
    return access;
  }

  async #as<T>(token: string, ca: string, work: (client: KubeClient) => Promise<T>): Promise<T> {
    const { options } = this.#given;
    const address = { server: options.parentUrl, ca: () => Promise.resolve(ca), options };
    const client = parentClient(address, new HubToken(token));
    try {
      return await work(client);
    } finally {
      await client.close();
    }
  }

  #refused(why: string, cause?: unknown): AgentError {
    const words = `no credential of this cluster works at ${this.#given.options.parentUrl}, and as for --cluster-reg-token: ${why}`;
    return new AgentError(
      'refused',
      `${words}. On the hub: banyan token create; give the agent what it prints`,
      { cause },
    );
  }

  /** Once for each new reason: the same line every 15 s would hide all others. */
  #tell(error: unknown): void {
    const message = messageOf(error);
    this.#given.onProblem?.(message);
    if (message === this.#said) return;
    this.#said = message;
    if (isAgentError(error, 'waiting')) this.#given.logger.info({}, message);
    else this.#given.logger.warn({}, message);
  }
}

function isComplete(record: ParentRecord | undefined): record is HubAccess {
  if (record === undefined) return false;
  const { key, token, ca, hubNamespace, memberName } = record;
  return [key, token, ca, hubNamespace, memberName].every((value) => value !== undefined);
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
