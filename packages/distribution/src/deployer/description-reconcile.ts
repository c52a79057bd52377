import { APPS_FINALIZER, DESCRIPTIONS, type Description } from '@banyan/api/clusternet';
import { DONE, type ReconcileResult } from '@banyan/controller';
import { policiesOfAnnotations } from '@banyan/engine';
import type { KubeClient } from '@banyan/kube';
import { isLetGoByNow } from './members/leaving.ts';
import { isMemberAway, wordsOfError } from './member/apply-errors.ts';
import type { ApplyContext } from './member/apply-context.ts';
import { TurnOverError, type MemberSession } from './member/member-session.ts';
import type { MemberSessions } from './member-sessions.ts';
import { releaseDescription } from './release-description.ts';
import { outcomeOf, type WorkOutcome } from './status/work-outcomes.ts';
import type { AppliedMemory } from './work/applied-memory.ts';
import { applyWork } from './work/apply-work.ts';
import { pruneWork, type PruneOptions } from './work/prune-work.ts';
import { removeWork, type RemoveOptions } from './work/remove-work.ts';
import { Findings, type WorkPass } from './work/work-pass.ts';
import type { Works } from './work/works.ts';

/** What only a person can mend may be mended in the member, where nobody tells us. */
const LOOK_AGAIN_MS = 60_000;
/** The watches tell when an object has gone; this is for what they do not show. */
const GONE_YET_MS = 1000;

export interface DescriptionReconcileOptions
  extends PruneOptions, RemoveOptions, Pick<ApplyContext, 'yieldsTo'> {
  readonly hubClient: KubeClient;
  readonly sessions: MemberSessions;
  readonly works: Works;
  readonly memory: AppliedMemory;
  readonly random: () => number;
  /** Called after each run, for the status. */
  readonly tell: (key: string, outcome: WorkOutcome) => void;
}

/** Brings the objects of one Description in its member to what it says. */
export class DescriptionReconcile {
  readonly #options: DescriptionReconcileOptions;

  constructor(options: DescriptionReconcileOptions) {
    this.#options = options;
  }

  async reconcile(key: string, description: Description, signal: AbortSignal): Promise<ReconcileResult> {
    const { hubClient, sessions, tell } = this.#options;
    const isEnding = description.metadata.deletionTimestamp !== undefined;
    const member = sessions.of(description.metadata.namespace ?? '');
    switch (member.kind) {
      case 'others':
        return DONE;
      case 'released':
        if (isEnding) await releaseDescription(hubClient, description, signal);
        return DONE;
      case 'unready':
        tell(key, { phase: 'Pending', reason: member.reason });
        return DONE;
      case 'ours':
        return this.#inTurn(key, description, member.session, signal);
    }
  }

  async #inTurn(
    key: string,
    description: Description,
    session: MemberSession,
    signal: AbortSignal,
  ): Promise<ReconcileResult> {
    const { nowMs, random } = this.#options;
    const pass = this.#pass(key, description, session);
    if (pass === undefined) return DONE;
    const waitMs = session.circuit.waitMs(nowMs());
    // Not all at once when it is over.
    if (waitMs > 0) return { requeueAfterMs: waitMs * (1 + random()) };
    try {
      const result =
        description.metadata.deletionTimestamp === undefined
          ? await this.#apply(pass, signal)
          : await this.#remove(pass, signal);
      session.circuit.close();
      return result;
    } catch (error) {
      if (error instanceof TurnOverError) return DONE;
      if (isMemberAway(error)) session.circuit.open(nowMs());
      if (!signal.aborted && error !== pass.findings.error) {
        this.#options.tell(key, { phase: 'Pending', reason: wordsOfError(error) });
      }
      throw error;
    }
  }

  async #apply(pass: WorkPass, signal: AbortSignal): Promise<ReconcileResult> {
    const { description, findings, index, key } = pass;
    const { tell } = this.#options;
    const { problems } = policiesOfAnnotations(description.metadata.annotations);
    await this.#hold(description, signal);
    await applyWork(pass, signal);
    await pruneWork(pass, this.#options, signal);
    tell(key, outcomeOf(findings, [...index.problems, ...problems]));
    if (findings.error !== undefined) throw findings.error;
    return findings.held.length > 0 ? { requeueAfterMs: LOOK_AGAIN_MS } : DONE;
  }

  async #remove(pass: WorkPass, signal: AbortSignal): Promise<ReconcileResult> {
    const { hubClient } = this.#options;
    const { namespace = '' } = pass.description.metadata;
    if (await isLetGoByNow(hubClient, namespace, signal)) {
      await releaseDescription(hubClient, pass.description, signal);
      return DONE;
    }
    const waits = await removeWork(pass, this.#options, signal);
    if (waits !== undefined) {
      this.#options.tell(pass.key, { phase: 'Uninstalling', reason: waits });
      return { requeueAfterMs: GONE_YET_MS };
    }
    await releaseDescription(hubClient, pass.description, signal);
    return DONE;
  }

  #pass(key: string, description: Description, session: MemberSession): WorkPass | undefined {
    const { yieldsTo, works, memory } = this.#options;
    const index = works.index(key);
    if (index === undefined) return undefined;
    const { policies } = policiesOfAnnotations(description.metadata.annotations);
    const applied = memory.of(key, description);
    const { hubId } = session;
    return {
      session,
      hubId,
      yieldsTo,
      key,
      description,
      index,
      applied,
      policies,
      works,
      findings: new Findings(),
    };
  }

  /** One that was made by hand must not go before its objects. */
  async #hold({ metadata }: Description, signal: AbortSignal): Promise<void> {
    const { namespace = '', name = '', finalizers = [], resourceVersion } = metadata;
    if (finalizers.includes(APPS_FINALIZER)) return;
    const body = { metadata: { resourceVersion, finalizers: [...finalizers, APPS_FINALIZER] } };
    await this.#options.hubClient.patch(
      DESCRIPTIONS,
      { namespace, name },
      { type: 'merge', body },
      { signal },
    );
  }
}
