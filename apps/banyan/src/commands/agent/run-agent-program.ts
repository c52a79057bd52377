import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { controllerMetrics, MetricsRegistry } from '@banyan/controller';
import { KubeClient } from '@banyan/kube';
import {
  AgentState,
  checkAgentOptions,
  DEFAULT_AGENT_OPTIONS,
  isAgentError,
  runAgent,
  type AgentOptions,
} from '@banyan/membership';
import { runTunnelAgent } from '@banyan/tunnel';
import manifest from '../../../package.json' with { type: 'json' };
import { reportReady } from '../program/child-program.ts';
import { gatesFlag } from '../program/gates-flag.ts';
import { loggerOf } from '../program/log-flags.ts';
import { observeProcess } from '../program/observed-process.ts';
import { ownCluster } from '../program/own-cluster.ts';
import { WrongUse } from '../program/wrong-use.ts';
import type { AgentFlags } from './agent-flags.ts';
import { agentDeployer } from './agent-deployer.ts';
import { agentMetrics } from './agent-metrics.ts';

/** Runs the agent of a member until the signal aborts. */
export async function runAgentProgram(flags: AgentFlags, signal: AbortSignal): Promise<void> {
  const logger = loggerOf(flags.log, 'agent');
  for (const flag of flags.dropped) logger.warn({ flag }, 'this flag has no effect');
  const options = await agentOptions(flags);
  checked(options);
  const { connection, isOwnPod } = await ownCluster(flags);
  const memberClient = new KubeClient(connection, {
    userAgent: `banyan-agent/${manifest.version}`,
    qps: flags.qps,
    burst: flags.burst,
  });
  const registry = new MetricsRegistry();
  const state = new AgentState(options);
  const observed = await observeProcess({
    registry,
    host: flags.bindAddress ?? (isOwnPod ? '0.0.0.0' : '127.0.0.1'),
    port: flags.metricsPort,
    checks: [{ name: 'member', problem: () => problemOf(state) }],
  });
  try {
    logger.info(
      { metricsPort: observed.port, member: connection.server, hub: options.parentUrl },
      'agent started',
    );
    reportReady({ metricsPort: observed.port });
    await runAgent({
      memberClient,
      options,
      tunnel: runTunnelAgent,
      deploy: agentDeployer({ logger, metrics: controllerMetrics(registry) }),
      leaseTimes: flags.leaseTimes,
      identity: `${hostname()}_${randomUUID()}`,
      state,
      observer: agentMetrics(registry),
      logger,
      signal,
    });
  } finally {
    await observed.stop();
    await memberClient.close();
  }
}

function problemOf(state: AgentState): string | undefined {
  const { isReady, reason } = state.readiness(performance.now());
  return isReady ? undefined : reason;
}

async function agentOptions(flags: AgentFlags): Promise<AgentOptions> {
  const gates = gatesFlag(flags.featureGates);
  const { token, caFile, caHash, tunnelAddress, clusterName, clusterNamespace } = flags;
  const { clusterCidr, serviceCidr, namespace, leaseName } = flags;
  return {
    parentUrl: flags.parentUrl,
    clusterNamePrefix: flags.clusterNamePrefix,
    clusterType: flags.clusterType,
    clusterLabels: flags.clusterLabels,
    syncMode: flags.syncMode,
    socketConnection: gates.SocketConnection,
    appPusher: gates.AppPusher,
    heartbeatPeriodMs: flags.heartbeatPeriodMs,
    collectPeriodMs: flags.collectPeriodMs,
    usesMetricsServer: flags.usesMetricsServer,
    labelPrefixes: flags.labelPrefixes,
    labelThreshold: flags.labelThreshold,
    tunnelAllow: flags.tunnelAllow,
    accessTokenLifetimeMs: DEFAULT_AGENT_OPTIONS.accessTokenLifetimeMs,
    kubeQps: flags.qps,
    kubeBurst: flags.burst,
    version: `v${manifest.version}`,
    env: process.env,
    ...withoutUndefined({ token, caHash, tunnelAddress, clusterName, clusterNamespace }),
    ...withoutUndefined({ clusterCidr, serviceCidr, namespace, leaseName }),
    ...(caFile !== undefined && { ca: await readCa(caFile) }),
  };
}

async function readCa(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    throw new WrongUse(`--cluster-reg-ca: ${file} cannot be read (${code})`);
  }
}

function withoutUndefined<Key extends string>(
  fields: Record<Key, string | undefined>,
): Partial<Record<Key, string>> {
  const given = Object.entries(fields).filter(([, value]) => value !== undefined);
  return Object.fromEntries(given) as Partial<Record<Key, string>>;
}

function checked(options: AgentOptions): void {
  try {
    checkAgentOptions(options);
  } catch (error) {
    throw isAgentError(error, 'bad-option') ? new WrongUse(error.message) : error;
  }
}
