import type { Clock, Logger } from '@banyan/controller';
import type { KubeClient } from '@banyan/kube';
import { MemberSession } from './member/member-session.ts';
import type { MemberKindsOptions } from './member/member-kinds.ts';
import { sweepMember, type SweepTimes } from './member/sweep-member.ts';
import type { DeployMembers, MemberState } from './members/deploy-members.ts';

export interface MemberSessionsOptions extends Pick<MemberKindsOptions, 'yieldsTo'> {
  /** Undefined while it is not known. */
  readonly hubId: () => string | undefined;
  readonly members: DeployMembers;
  readonly onSeen: (namespace: string, ...seen: Parameters<MemberKindsOptions['onSeen']>) => void;
  /** A session ended: what was remembered of the member is no longer true. */
  readonly onEnd: (namespace: string) => void;
  readonly logger: Logger;
  readonly clock: Clock;
  readonly sweep: SweepTimes;
}

export type SessionState =
  | Exclude<MemberState, { kind: 'ours' }>
  | { readonly kind: 'ours'; readonly session: MemberSession };

/** The sessions with members that are ours, each from its first work on. */
export class MemberSessions {
  readonly #options: MemberSessionsOptions;
  readonly #sessions = new Map<string, MemberSession>();

  constructor(options: MemberSessionsOptions) {
    this.#options = options;
  }

  /** Ends the session of a member that is no longer ours, or no longer reached in the same way. */
  of(namespace: string): SessionState {
    const state = this.#options.members.stateOf(namespace);
    const known = this.#sessions.get(namespace);
    const memberClient = state.kind === 'ours' ? state.memberClient : undefined;
    if (known !== undefined && known.memberClient !== memberClient) this.#end(known);
    if (state.kind !== 'ours') return state;
    const hubId = this.#options.hubId();
    if (hubId === undefined) return { kind: 'unready', reason: 'no work carries the mark of its hub yet' };
    const session = this.#sessions.get(namespace) ?? this.#begin(namespace, state.memberClient, hubId);
    return { kind: 'ours', session };
  }

  peek(namespace: string): MemberSession | undefined {
    return this.#sessions.get(namespace);
  }

  async close(): Promise<void> {
    const sessions = [...this.#sessions.values()];
    this.#sessions.clear();
    await Promise.all(sessions.map((session) => session.close()));
  }

  #begin(namespace: string, memberClient: KubeClient, hubId: string): MemberSession {
    const { yieldsTo, members, onSeen, logger, clock, sweep } = this.#options;
    const session = new MemberSession(namespace, {
      memberClient,
      hubId,
      yieldsTo,
      mayWrite: () => {
        const state = members.stateOf(namespace);
        return state.kind === 'ours' && state.memberClient === memberClient;
      },
      onSeen: (...seen) => {
        if (this.#sessions.get(namespace) === session) onSeen(namespace, ...seen);
      },
      onError: (error) => logger.debug({ member: namespace, err: error }, 'a watch of the member failed'),
    });
    this.#sessions.set(namespace, session);
    sweepMember(session, { clock, hubId, ...sweep }).catch((error: unknown) => {
      logger.warn({ member: namespace, err: error }, 'what is left over in the member was not searched for');
    });
    return session;
  }

  #end(session: MemberSession): void {
    this.#sessions.delete(session.namespace);
    this.#options.onEnd(session.namespace);
    session.close().catch((error: unknown) => {
      this.#options.logger.warn({ member: session.namespace, err: error }, 'a session did not end in order');
    });
  }
}
