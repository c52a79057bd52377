import { DEPLOYER_ACCOUNT, SYSTEM_NAMESPACE } from '@banyan/api/clusternet';
import { isNotFound, type KubeClient } from '@banyan/kube';
import type { AgentContext } from './agent-context.ts';
import { runAgentHeartbeat } from './agent-heartbeat.ts';
import { runAgentTunnel } from './agent-tunnel.ts';
import { keepRunning, type Keeper } from './keep-running.ts';
import { accountClient } from './member-access/account-client.ts';
import { DEPLOYER_GRANT, wantedGrants } from './member-access/access-grant.ts';
import { keepAccess } from './member-access/keep-access.ts';
import { HubToken, parentClient } from './parent/parent-client.ts';
import { keepTokenFresh } from './registration/keep-token-fresh.ts';
import type { HubAccess, Registrar } from './registration/registrar.ts';

/** Why a session ended, for the log. */
export type SessionEnd = 'stopped' | 'the hub refuses the credential' | 'the hub has removed this member';

/**
 * What a registered agent does: heartbeat, tunnel, credentials, deploying, each started again when it fails and none stopping the
 * others. Ends with the signal, or when the hub no longer knows this member: then it has to register anew.
 */
export async function runSession(
  context: AgentContext,
  registrar: Registrar,
  access: HubAccess,
  signal: AbortSignal,
): Promise<SessionEnd> {
  return new Session(context, registrar, access).run(signal);
}

class Session {
  readonly #context: AgentContext;
  readonly #registrar: Registrar;
  readonly #over = new AbortController();
  readonly #token: HubToken;
  readonly #hubClient: KubeClient;
  readonly #tunnelClient: KubeClient;
  /** The newest. */
  #access: HubAccess;

  constructor(context: AgentContext, registrar: Registrar, access: HubAccess) {
    const { options } = context;
    const { parentUrl, tunnelAddress } = options;
    const ca = (): Promise<string> => Promise.resolve(this.#access.ca);
    this.#context = context;
    this.#registrar = registrar;
    this.#access = access;
    this.#token = new HubToken(access.token, () => this.#end('the hub refuses the credential'));
    this.#hubClient = parentClient({ server: parentUrl, ca, options }, this.#token);
    // What the hub itself refuses may be its own trouble: only its API server's word ends a session.
    const quietly = { get: () => this.#token.get(), refused: () => undefined };
    this.#tunnelClient =
      tunnelAddress === undefined
        ? parentClient({ server: parentUrl, ca, options }, this.#token)
        : parentClient({ server: tunnelAddress, ca, options }, quietly);
  }

  async run(signal: AbortSignal): Promise<SessionEnd> {
    const { logger, clock, random, observer, options } = this.#context;
    const either = AbortSignal.any([signal, this.#over.signal]);
    const keeper: Keeper = {
      logger,
      clock,
      random,
      ...(observer.partFailed && { onFailed: observer.partFailed }),
    };
    const keep = (part: string, run: (partSignal: AbortSignal) => Promise<void>): Promise<void> =>
      keepRunning(part, run, keeper, either);
    try {
      await Promise.all([
        keep('heartbeat', (partSignal) => this.#beat(partSignal)),
        keep('credential renewal', (partSignal) => this.#renew(partSignal)),
        keep('member access', (partSignal) => this.#giveAccess(partSignal)),
        ...(options.socketConnection ? [keep('tunnel', (partSignal) => this.#keepTunnel(partSignal))] : []),
        ...(this.#pulls() ? [keep('deployer', (partSignal) => this.#deploy(partSignal))] : []),
      ]);
    } finally {
      await Promise.all([this.#hubClient.close(), this.#tunnelClient.close()]);
    }
    return signal.aborted ? 'stopped' : (this.#over.signal.reason as SessionEnd);
  }

  #end(why: SessionEnd): void {
    this.#over.abort(why);
  }

  async #beat(signal: AbortSignal): Promise<void> {
    const { hubNamespace, memberName } = this.#access;
    try {
      await runAgentHeartbeat(
        this.#context,
        { hubClient: this.#hubClient, hubNamespace, memberName },
        signal,
      );
    } catch (error) {
      if (isNotFound(error)) this.#end('the hub has removed this member');
      throw error;
    }
  }

  #renew(signal: AbortSignal): Promise<void> {
    const onRenewed = (renewed: HubAccess): void => {
      this.#access = renewed;
      this.#token.replace(renewed.token);
      this.#context.observer.tokenRenewed?.();
    };
    const renewal = { registrar: this.#registrar, access: this.#access, hubClient: this.#hubClient };
    return keepTokenFresh({ ...this.#context, ...renewal, onRenewed }, signal);
  }

  #giveAccess(signal: AbortSignal): Promise<void> {
    const { clusterId, hubNamespace, memberName } = this.#access;
    const memberNamespace = this.#context.options.namespace ?? SYSTEM_NAMESPACE;
    const place = { clusterId, hubNamespace, memberName, memberNamespace };
    return keepAccess({ ...this.#context, ...place, hubClient: this.#hubClient }, signal);
  }

  /** Who holds no credential cannot push. */
  #pulls(): boolean {
    const { options, deploy } = this.#context;
    return deploy !== undefined && !wantedGrants(options).wanted.includes(DEPLOYER_GRANT);
  }

  async #deploy(signal: AbortSignal): Promise<void> {
    const { memberClient, options, clock, deploy } = this.#context;
    const deployClient = accountClient({
      memberClient,
      clock,
      namespace: options.namespace ?? SYSTEM_NAMESPACE,
      account: DEPLOYER_ACCOUNT,
      lifetimeMs: options.accessTokenLifetimeMs,
      userAgent: `banyan-agent-deployer/${options.version.replace(/^v/, '')}`,
    });
    const { hubNamespace } = this.#access;
    try {
      await deploy?.({ hubClient: this.#hubClient, hubNamespace, deployClient }, signal);
    } finally {
      await deployClient.close();
    }
  }

  #keepTunnel(signal: AbortSignal): Promise<void> {
    const { clusterId } = this.#access;
    return runAgentTunnel(this.#context, { tunnelClient: this.#tunnelClient, clusterId }, signal);
  }
}
