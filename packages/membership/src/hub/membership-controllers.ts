import {
  runTogether,
  silentLogger,
  systemClock,
  type Clock,
  type ControllerMetrics,
  type Logger,
} from '@banyan/controller';
import { isForbidden, SharedCaches, type KubeClient } from '@banyan/kube';
import { DEFAULT_FEATURE_GATES, type FeatureGates } from '../feature-gates.ts';
import type { ControllerPart } from './controller-part.ts';
import { clusterInfoAccountSigner, clusterInfoSigner } from './join-tokens/cluster-info-signer.ts';
import { openClusterInfo, publishClusterInfo, type ClusterAddress } from './join-tokens/cluster-info.ts';
import { kubeconfigMembersController } from './kubeconfig-members/kubeconfig-members-controller.ts';
import { unbindMemberAdmins } from './kubeconfig-members/member-admins.ts';
import type { Environment } from './kubeconfig-members/member-connection.ts';
import type { DrainMember } from './leave/drain-member.ts';
import { leaveController } from './leave/leave-controller.ts';
import { lifecycleController } from './lifecycle/lifecycle-controller.ts';
import type { IsInitialized } from './lifecycle/lifecycle-reconcile.ts';
import { Members } from './members.ts';
import { MembershipError } from './membership-error.ts';
import type { ApproveMode } from './registration/judge-request.ts';
import { registrationController } from './registration/registration-controller.ts';

/** A cluster that was off for a long weekend comes back by itself. */
const DEFAULT_TOKEN_LIFETIME_MS = 7 * 86_400_000;
/** Kubernetes issues no token for less. */
const SHORTEST_LIFETIME_MS = 600_000;

export interface MembershipControllersOptions {
  /** The hub's own. With what rights: see the manifests. */
  readonly hubClient: KubeClient;
  /** To share watches with others; they stay open. Default: of its own. */
  readonly hubCaches?: SharedCaches;
  /** Default auto. */
  readonly approve?: ApproveMode;
  /** How long the credential of an agent is good; renewed at half of it. Default a week; Kubernetes refuses less than 10 minutes. */
  readonly agentTokenLifetimeMs?: number;
  readonly gates?: FeatureGates;
  /** Of members without an agent: the record is written at least every `periodMs` (3 minutes), looked at every `collectEveryMs` (20 s). */
  readonly heartbeat?: { readonly periodMs?: number; readonly collectEveryMs?: number };
  /** Where agents reach the hub's API server; told to them. Default: as this hub reaches it, which outside of it may lead nowhere. */
  readonly advertised?: Partial<ClusterAddress>;
  /** Publish and sign `kube-public/cluster-info`: for hubs that have no kubeadm and no signer. Needs an administrator. Default false. */
  readonly signsClusterInfo?: boolean;
  /**
   * Publish `kube-public/cluster-info` where nobody has, and sign it with the registration tokens of service accounts.
   * Default: as signsClusterInfo.
   */
  readonly publishesClusterInfo?: boolean;
  readonly drainMember?: DrainMember;
  readonly isInitialized?: IsInitialized;
  /** The proxy variables, for members that are reached by a kubeconfig. Default: none. */
  readonly env?: Environment;
  readonly logger?: Logger;
  readonly metrics?: ControllerMetrics;
  readonly clock?: Clock;
  readonly random?: () => number;
}

/** Registration, lifecycle, leaving, and the heartbeat of members without an agent. Only one replica may run it at a time. It runs once. */
export class MembershipControllers {
  readonly #options: MembershipControllersOptions;
  #parts: readonly ControllerPart[] = [];

  constructor(options: MembershipControllersOptions) {
    this.#options = options;
  }

  /** The caches are in and all controllers work. */
  get started(): boolean {
    return this.#parts.length > 0 && this.#parts.every(({ controller }) => controller.started);
  }

  /** Works until the signal aborts. Rejects if it cannot begin, or if a part of it ends by itself. */
  async run(signal: AbortSignal): Promise<void> {
    const { hubClient, agentTokenLifetimeMs = DEFAULT_TOKEN_LIFETIME_MS } = this.#options;
    if (!(agentTokenLifetimeMs >= SHORTEST_LIFETIME_MS)) {
      throw new MembershipError('bad-input', 'credentials of agents cannot be shorter than 10 minutes');
    }
    const hubCaches = this.#options.hubCaches ?? this.#ownCaches();
    const members = new Members(hubCaches);
    try {
      if (this.#publishes) await this.#publish(signal);
      this.#parts = this.#makeParts(hubClient, hubCaches, members);
      await runTogether(
        this.#parts.map(
          ({ controller }) =>
            (together: AbortSignal) =>
              controller.run(together),
        ),
        signal,
      );
    } finally {
      for (const { close } of this.#parts) await close?.();
      members.release();
      if (this.#options.hubCaches === undefined) await hubCaches.close();
    }
  }

  get #publishes(): boolean {
    const { publishesClusterInfo, signsClusterInfo = false } = this.#options;
    return publishesClusterInfo ?? signsClusterInfo;
  }

  #ownCaches(): SharedCaches {
    const { hubClient, logger = silentLogger } = this.#options;
    return new SharedCaches({
      client: hubClient,
      onError: (error) => logger.warn({ err: error }, 'a watch of the hub failed'),
      onUserError: (error) => logger.error({ err: error }, 'a handler failed'),
    });
  }

  #makeParts(hubClient: KubeClient, hubCaches: SharedCaches, members: Members): ControllerPart[] {
    const { logger = silentLogger, metrics, clock = systemClock, random = Math.random } = this.#options;
    const {
      approve = 'auto',
      agentTokenLifetimeMs: tokenLifetimeMs = DEFAULT_TOKEN_LIFETIME_MS,
      env = {},
    } = this.#options;
    const { gates = DEFAULT_FEATURE_GATES, drainMember, isInitialized, signsClusterInfo } = this.#options;
    const { periodMs = 180_000, collectEveryMs = 20_000 } = this.#options.heartbeat ?? {};
    const controller = { logger, ...(metrics && { metrics }), random };
    const shared = { hubClient, hubCaches, members, logger, clock, random, controller };
    const waitsForInit = gates.ClusterInit;
    const heartbeat = {
      periodMs,
      collectEveryMs,
      labelPrefixes: ['node.clusternet.io/'],
      labelThreshold: 0.8,
    };
    return [
      registrationController({
        ...shared,
        approve,
        tokenLifetimeMs,
        waitsForInit,
        hubCa: () => this.#hubCa(),
      }),
      lifecycleController({ ...shared, initializes: waitsForInit, isInitialized }),
      leaveController({
        ...shared,
        drainMember,
        forgetHub: unbindMemberAdmins(hubClient, members, env),
        controller: { ...controller, clock },
      }),
      kubeconfigMembersController({ ...shared, ...heartbeat, env }),
      ...(signsClusterInfo === true ? [clusterInfoSigner(shared)] : []),
      ...(this.#publishes ? [clusterInfoAccountSigner(shared)] : []),
    ];
  }

  /** Not to be allowed to is no reason to stop: agents can be given the CA by other ways. */
  async #publish(signal: AbortSignal): Promise<void> {
    const { hubClient, advertised, signsClusterInfo, logger = silentLogger } = this.#options;
    const ca = await this.#hubCa();
    if (ca === undefined) return;
    try {
      if (signsClusterInfo === true) await openClusterInfo(hubClient, signal);
      await publishClusterInfo(
        hubClient,
        { server: advertised?.server ?? hubClient.connection.server, ca },
        signal,
      );
    } catch (error) {
      if (!isForbidden(error)) throw error;
      logger.warn(
        { err: error },
        'cluster-info is not published: agents need the CA, or its hash, by a flag',
      );
    }
  }

  async #hubCa(): Promise<string | undefined> {
    const { hubClient, advertised } = this.#options;
    const { ca } = hubClient.connection;
    return advertised?.ca ?? (typeof ca === 'function' ? await ca() : ca);
  }
}
