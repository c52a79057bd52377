import { SYSTEM_NAMESPACE } from '@banyan/api/clusternet';
import {
  Backoff,
  LeaderElector,
  silentLogger,
  sleep,
  systemClock,
  type BackoffOptions,
  type LeaseTimes,
} from '@banyan/controller';
import type { AgentContext } from './agent-context.ts';
import { checkAgentOptions } from './agent-options.ts';
import { AgentState } from './agent-state.ts';
import { readClusterId } from './identity/cluster-id.ts';
import { keepRunning } from './keep-running.ts';
import { ParentSecret } from './registration/parent-secret.ts';
import { Registrar } from './registration/registrar.ts';
import { runSession } from './run-session.ts';

const LEASE_NAME = 'clusternet-agent';
/** Between the end of one session and the next registration. */
const SESSION_RETRY: BackoffOptions = { baseMs: 500, maxMs: 30_000 };
/** A session that lasted this long was a good one. */
const GOOD_SESSION_MS = 60_000;

export interface RunAgentOptions extends Pick<AgentContext, 'memberClient' | 'options' | 'tunnel'> {
  /** Unique to this process and this run of it. */
  readonly identity: string;
  /** Asked by `/readyz`. Default: one that nobody sees. */
  readonly state?: AgentState;
  /** Default: nothing is deployed by the agent. */
  readonly deploy?: AgentContext['deploy'];
  readonly observer?: AgentContext['observer'];
  readonly logger?: AgentContext['logger'];
  readonly clock?: AgentContext['clock'];
  readonly random?: () => number;
  readonly leaseTimes?: LeaseTimes;
  /** Between two tries to register. */
  readonly registrationRetry?: BackoffOptions;
  readonly signal: AbortSignal;
}

/**
 * The agent of a member, until the signal aborts. Whatever happens to the hub or to the member's API server, it goes on
 * by itself. Throws an AgentError with code bad-option, before it does anything.
 */
export async function runAgent(given: RunAgentOptions): Promise<void> {
  const { options, memberClient, identity, signal, leaseTimes } = given;
  checkAgentOptions(options);
  const context: AgentContext = {
    memberClient,
    options,
    tunnel: given.tunnel,
    deploy: given.deploy,
    state: given.state ?? new AgentState(options),
    observer: given.observer ?? {},
    logger: given.logger ?? silentLogger,
    clock: given.clock ?? systemClock,
    random: given.random ?? Math.random,
  };
  const lease = { namespace: options.namespace ?? SYSTEM_NAMESPACE, name: options.leaseName ?? LEASE_NAME };
  const elector = new LeaderElector({
    client: memberClient,
    ...lease,
    identity,
    logger: context.logger,
    clock: context.clock,
    random: context.random,
    ...(leaseTimes !== undefined && { times: leaseTimes }),
  });
  await elector.run(signal, async (termSignal) => {
    setLeading(context, true);
    try {
      const work = (workSignal: AbortSignal): Promise<void> =>
        beMember(context, lease, given.registrationRetry, workSignal);
      await keepRunning('membership', work, context, termSignal);
    } finally {
      setLeading(context, false);
    }
  });
}

/** Registers, works, and registers again when the hub no longer knows this cluster. */
async function beMember(
  context: AgentContext,
  lease: { readonly namespace: string; readonly name: string },
  retry: BackoffOptions | undefined,
  signal: AbortSignal,
): Promise<void> {
  const { memberClient, options, logger, clock, random, state } = context;
  const clusterId = await readClusterId(memberClient, lease, signal);
  const secret = new ParentSecret(memberClient, lease.namespace);
  const onProblem = (problem: string): void => void (state.problem = problem);
  const registrar = new Registrar({
    options,
    clusterId,
    secret,
    logger,
    clock,
    random,
    onProblem,
    ...(retry && { retry }),
  });
  const backoff = new Backoff(random, SESSION_RETRY);
  while (!signal.aborted) {
    const access = await registrar.register(signal);
    const startMs = clock.elapsed();
    setRegistered(context, access.memberName);
    logger.info({ member: access.memberName, clusterId, hub: options.parentUrl }, 'this cluster is a member');
    const end = await runSession(context, registrar, access, signal);
    setRegistered(context, undefined);
    if (signal.aborted) return;
    logger.warn({ reason: end }, 'registering again');
    if (clock.elapsed() - startMs >= GOOD_SESSION_MS) backoff.forget('');
    await sleep(clock, backoff.nextMs(''), signal);
  }
}

function setLeading({ state, observer }: AgentContext, isLeading: boolean): void {
  state.isLeading = isLeading;
  observer.leading?.(isLeading);
}

function setRegistered({ state, observer }: AgentContext, memberName: string | undefined): void {
  state.memberName = memberName;
  state.problem = undefined;
  if (memberName === undefined) state.lastHeartbeatMs = undefined;
  observer.registered?.(memberName !== undefined);
}
