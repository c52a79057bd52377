import { parseArgs } from 'node:util';
import type { SyncMode } from '@banyan/api/clusternet';
import { fromGoStyle } from '../program/flag-style.ts';
import { durationFlag, labelsFlag, listFlag, numberFlag, oneOf } from '../program/flag-values.ts';
import { LEASE_OPTIONS, leaseTimesFlags } from '../program/lease-flags.ts';
import { LOG_OPTIONS } from '../program/log-flags.ts';
import { WrongUse, wholeNumber } from '../program/wrong-use.ts';

export const USAGE = `usage: banyan agent --cluster-reg-parent-url=URL --cluster-reg-token=TOKEN [FLAGS]

In a member: registers it with the hub, tells how it is, and lets the hub in through a tunnel.

the hub
  --cluster-reg-parent-url=URL     of its API server, https (or PARENT_URL in the environment)
  --cluster-reg-token=TOKEN        from banyan token create (or REG_TOKEN)
  --cluster-reg-ca=FILE            the hub's CA; or
  --cluster-reg-ca-hash=sha256:…   its hash (or REG_CA_HASH); with neither the token has to vouch for it
  --tunnel-address=URL             of the hub itself, in place of its API server

this cluster
  --kubeconfig=FILE, --context     (in a pod: that pod's)
  --cluster-reg-name=NAME          (--cluster-reg-name-prefix=clusternet-cluster and five letters)
  --cluster-reg-namespace=NAME     in the hub (clusternet-NAME)
  --cluster-reg-type=StandardCluster|EdgeCluster
  --cluster-labels=a=1,b=2
  --cluster-sync-mode=Pull|Push|Dual
  --feature-gates=SocketConnection=true,AppPusher=true
  --tunnel-allow=HOST:PORT,…       what the hub may reach besides the API server

what it tells
  --cluster-status-update-frequency=3m, --cluster-status-collect-frequency=20s, --use-metrics-server
  --labels-aggregate-threshold=0.8, --labels-aggregate-prefix=node.clusternet.io/
  --metrics-port=PORT              /metrics, /healthz, /readyz (10650; 0: any that is free)
  --bind-address=HOST              of that port (in a pod 0.0.0.0, else 127.0.0.1)
  --kube-api-qps=50, --kube-api-burst=100
  --leader-elect-lease-duration=15s, --leader-elect-renew-deadline=10s, --leader-elect-retry-period=2s
  -v LEVEL, --log-level=LEVEL      debug from 4 on`;

const OPTIONS = {
  kubeconfig: { type: 'string' },
  context: { type: 'string' },
  'cluster-reg-parent-url': { type: 'string' },
  'cluster-reg-token': { type: 'string' },
  'cluster-reg-ca': { type: 'string' },
  'cluster-reg-ca-hash': { type: 'string' },
  'tunnel-address': { type: 'string' },
  'cluster-reg-name': { type: 'string' },
  'cluster-reg-name-prefix': { type: 'string', default: 'clusternet-cluster' },
  'cluster-reg-namespace': { type: 'string' },
  'cluster-reg-type': { type: 'string', default: 'StandardCluster' },
  'cluster-labels': { type: 'string', default: '' },
  'cluster-sync-mode': { type: 'string', default: 'Pull' },
  'feature-gates': { type: 'string', multiple: true },
  'tunnel-allow': { type: 'string', multiple: true },
  'cluster-status-update-frequency': { type: 'string', default: '3m' },
  'cluster-status-collect-frequency': { type: 'string', default: '20s' },
  'use-metrics-server': { type: 'boolean', default: false },
  'labels-aggregate-threshold': { type: 'string', default: '0.8' },
  'labels-aggregate-prefix': { type: 'string', multiple: true },
  'leader-elect-resource-namespace': { type: 'string' },
  'leader-elect-resource-name': { type: 'string' },
  'metrics-port': { type: 'string', default: '10650' },
  'bind-address': { type: 'string' },
  'kube-api-qps': { type: 'string', default: '50' },
  'kube-api-burst': { type: 'string', default: '100' },
  ...LEASE_OPTIONS,
  ...LOG_OPTIONS,
  help: { type: 'boolean', short: 'h', default: false },
} as const;

const SYNC_MODES: readonly SyncMode[] = ['Push', 'Pull', 'Dual'];

/** Flags of Clusternet's agent that say nothing here, so that its manifests can be kept. */
const WITHOUT_EFFECT = [
  'predictor-addr',
  'predictor-direct-access',
  'predictor-port',
  'enable-tunnel-logging',
  'logging-format',
  'leader-elect',
  'profiling',
  'secure-port',
];

export type AgentFlags = ReturnType<typeof readAgentFlags>;

/** Throws WrongUse. What the agent itself checks (URL, token, names) is left to it. */
export function readAgentFlags(args: readonly string[], env: Readonly<Record<string, string | undefined>>) {
  const { kept, dropped } = withoutEffectless(args);
  const { values } = parseArgs({ args: fromGoStyle(kept, OPTIONS), options: OPTIONS, allowNegative: true });
  const parentUrl = values['cluster-reg-parent-url'] ?? env['PARENT_URL'] ?? '';
  if (parentUrl === '' && !values.help) throw new WrongUse('which hub? give --cluster-reg-parent-url');
  return {
    isHelp: values.help,
    dropped,
    kubeconfig: values.kubeconfig,
    context: values.context,
    parentUrl,
    token: nonEmpty(values['cluster-reg-token'] ?? env['REG_TOKEN']),
    caFile: values['cluster-reg-ca'],
    caHash: nonEmpty(values['cluster-reg-ca-hash'] ?? env['REG_CA_HASH']),
    tunnelAddress: values['tunnel-address'],
    clusterName: nonEmpty(values['cluster-reg-name']),
    clusterNamePrefix: values['cluster-reg-name-prefix'],
    clusterNamespace: nonEmpty(values['cluster-reg-namespace']),
    clusterType: values['cluster-reg-type'],
    clusterLabels: labelsFlag('cluster-labels', values['cluster-labels']),
    syncMode: oneOf('cluster-sync-mode', values['cluster-sync-mode'], SYNC_MODES),
    featureGates: (values['feature-gates'] ?? []).join(','),
    tunnelAllow: (values['tunnel-allow'] ?? []).flatMap(listFlag),
    heartbeatPeriodMs: frequency('cluster-status-update-frequency', values),
    collectPeriodMs: frequency('cluster-status-collect-frequency', values),
    usesMetricsServer: values['use-metrics-server'],
    labelThreshold: numberFlag('labels-aggregate-threshold', values['labels-aggregate-threshold']),
    labelPrefixes: (values['labels-aggregate-prefix'] ?? ['node.clusternet.io/']).flatMap(listFlag),
    namespace: values['leader-elect-resource-namespace'],
    leaseName: values['leader-elect-resource-name'],
    leaseTimes: leaseTimesFlags(values),
    clusterCidr: nonEmpty(env['CLUSTER_CIDR']),
    serviceCidr: nonEmpty(env['SERVICE_CIDR']),
    metricsPort: wholeNumber('metrics-port', values['metrics-port'], [0, 65_535]),
    bindAddress: values['bind-address'],
    qps: numberFlag('kube-api-qps', values['kube-api-qps']),
    burst: numberFlag('kube-api-burst', values['kube-api-burst']),
    log: { v: values.v, 'log-level': values['log-level'] },
  };
}

function frequency<Flag extends string>(flag: Flag, values: Readonly<Record<Flag, string>>): number {
  return durationFlag(flag, values[flag]);
}

/** An environment variable that is empty was not meant. */
function nonEmpty(text: string | undefined): string | undefined {
  return text === '' ? undefined : text;
}

function withoutEffectless(args: readonly string[]): { kept: string[]; dropped: string[] } {
  const isDropped = (arg: string) =>
    WITHOUT_EFFECT.some((name) => arg === `--${name}` || arg.startsWith(`--${name}=`));
  return { kept: args.filter((arg) => !isDropped(arg)), dropped: args.filter(isDropped) };
}
