import type { ClusterRegistrationRequest, ManagedCluster } from '@banyan/api/clusternet';
import { DONE, type Logger, type ReconcileResult } from '@banyan/controller';
import type { KubeClient } from '@banyan/kube';
import { removeSecrets, revokeAccess } from '../leave/remove-registration.ts';
import type { Members } from '../members.ts';
import type { AccessCaches } from './access-caches.ts';
import type { CredentialIssuer, AgentCredential } from './agent-credential.ts';
import {
  ensureManagedCluster,
  ensureNamespace,
  ensureObject,
  LeavingError,
  TakenError,
} from './ensure-member.ts';
import { isOurAgents, judgeRequest, wantedName, type ApproveMode, type Verdict } from './judge-request.ts';
import { agentAccess, type MemberIdentity } from './member-objects.ts';
import { hasLostItsMember, removeMember, removeRequest } from './half-gone.ts';
import { NameClaims } from './name-claims.ts';
import { RequestStatus } from './request-status.ts';

/** What is waited for is also watched; this only bounds the wait if that is not enough. */
const LOOK_AGAIN_MS = 10_000;

export interface RegistrationOptions {
  readonly hubClient: KubeClient;
  readonly members: Members;
  readonly access: AccessCaches;
  readonly issuer: CredentialIssuer;
  readonly approve: ApproveMode;
  /** New members are tainted until they are initialized. */
  readonly waitsForInit: boolean;
  /** PEM of what signs the hub's certificate; agents get it. */
  readonly hubCa: () => Promise<string | undefined>;
  readonly logger: Logger;
}

/** Brings one request to where it should be: a member with an account, refused, or waiting for a person. */
export class RegistrationReconcile {
  readonly #options: RegistrationOptions;
  readonly #claims = new NameClaims();
  readonly #status: RequestStatus;

  constructor(options: RegistrationOptions) {
    this.#options = options;
    this.#status = new RequestStatus(options.hubClient, options.logger);
  }

  async reconcile(name: string, signal: AbortSignal): Promise<ReconcileResult> {
    const { members, issuer } = this.#options;
    const request = this.#status.latest(name, members.request(name));
    if (request === undefined) {
      await removeMember(this.#options, clusterIdIn(name), name, signal);
      return DONE;
    }
    if (request.metadata.deletionTimestamp !== undefined) {
      issuer.forget(request.metadata.uid ?? '');
      return DONE;
    }
    const verdict = this.#verdict(request);
    switch (verdict.type) {
      case 'wait':
        return DONE;
      case 'deny':
        return this.#deny(request, verdict.reason, signal);
      case 'approve':
        return this.#approve(request, verdict, signal);
    }
  }

  #verdict(request: ClusterRegistrationRequest): Verdict {
    const { members, approve } = this.#options;
    const { clusterId } = request.spec;
    const sameName = members.withName(wantedName(request)).filter(({ spec }) => spec.clusterId !== clusterId);
    const sameId = members.withId(clusterId);
    const direct = sameId.find((member) => members.isDirect(member));
    return judgeRequest(request, { approve, sameId, sameName, direct });
  }

  async #approve(
    request: ClusterRegistrationRequest,
    { memberName, namespace }: Verdict & { type: 'approve' },
    signal: AbortSignal,
  ): Promise<ReconcileResult> {
    const { clusterId } = request.spec;
    if (!this.#claims.claim(memberName, clusterId)) return { requeueAfterMs: LOOK_AGAIN_MS };
    try {
      if (await hasLostItsMember(this.#options, request, signal)) {
        await removeRequest(this.#options, request, signal);
        return DONE;
      }
      return await this.#admit(request, { clusterId, name: memberName, namespace }, signal);
    } catch (error) {
      const isMember = request.status?.result === 'Approved';
      if (error instanceof TakenError && !isMember) return await this.#deny(request, error.message, signal);
      if (error instanceof LeavingError) return { requeueAfterMs: LOOK_AGAIN_MS };
      throw error;
    } finally {
      this.#claims.release(memberName, clusterId);
    }
  }

  async #admit(
    request: ClusterRegistrationRequest,
    member: MemberIdentity,
    signal: AbortSignal,
  ): Promise<ReconcileResult> {
    const { hubClient, members, access, waitsForInit } = this.#options;
    if (!members.hasNamespace(member.namespace, member.clusterId)) {
      await ensureNamespace(hubClient, member, 'agent', signal);
    }
    const current = members.member(member.namespace, member.name);
    await ensureManagedCluster(hubClient, { member, request, waitsForInit, current }, signal);
    const [wantedAccount, ...rules] = agentAccess(member, !isOurAgents(request));
    const account = await ensureObject(hubClient, wantedAccount, access.current(wantedAccount), signal);
    for (const wanted of rules) await ensureObject(hubClient, wanted, access.current(wanted), signal);
    const credential = await this.#credential(request, member, account, signal);
    if (credential === undefined) return { requeueAfterMs: LOOK_AGAIN_MS };
    await this.#writeApproved(request, member, credential, signal);
    return credential.renewInMs === undefined ? DONE : { requeueAfterMs: credential.renewInMs };
  }

  #credential(
    request: ClusterRegistrationRequest,
    member: MemberIdentity,
    account: Parameters<CredentialIssuer['sealed']>[1],
    signal: AbortSignal,
  ): Promise<AgentCredential | undefined> {
    const { issuer } = this.#options;
    return isOurAgents(request)
      ? issuer.sealed(request, account, signal)
      : issuer.plain(member, account, signal);
  }

  async #writeApproved(
    request: ClusterRegistrationRequest,
    member: MemberIdentity,
    { token }: AgentCredential,
    signal: AbortSignal,
  ): Promise<void> {
    const ca = await this.#options.hubCa();
    await this.#status.write(
      request,
      {
        result: 'Approved',
        dedicatedNamespace: member.namespace,
        managedClusterName: member.name,
        token,
        ...(ca !== undefined && { caCertificate: Buffer.from(ca).toString('base64') }),
      },
      signal,
    );
  }

  /** One who was a member, and whom a person refuses or makes another, loses his access at once; he stays to be seen. */
  async #deny(
    request: ClusterRegistrationRequest,
    reason: string,
    signal: AbortSignal,
  ): Promise<ReconcileResult> {
    const { hubClient, members } = this.#options;
    const namespace = request.status?.dedicatedNamespace;
    // The spec may be what was changed: the name cannot be.
    const clusterId = clusterIdIn(request.metadata.name ?? '');
    const isHis = (other: ManagedCluster): boolean => other.spec.clusterId === clusterId;
    // Of one who left the namespace may be the next one's by now.
    if (namespace !== undefined && members.inNamespace(namespace).every(isHis)) {
      const member = { clusterId, namespace, name: request.status?.managedClusterName ?? '' };
      await revokeAccess(hubClient, member, signal);
      await removeSecrets(hubClient, namespace, signal);
    }
    await this.#status.write(request, { result: 'Denied', errorMessage: reason }, signal);
    return DONE;
  }
}

function clusterIdIn(requestName: string): string {
  return requestName.replace(/^clusternet-/, '');
}
