import { parseArgs } from 'node:util';
import { fromGoStyle } from '../program/flag-style.ts';
import { durationFlag, httpsUrlFlag, listFlag, numberFlag, oneOf } from '../program/flag-values.ts';
import { LEASE_OPTIONS, leaseTimesFlags } from '../program/lease-flags.ts';
import { LOG_OPTIONS } from '../program/log-flags.ts';
import { WrongUse, wholeNumber } from '../program/wrong-use.ts';

export const USAGE = `usage: banyan hub [FLAGS]

On a Kubernetes cluster, by --kubeconfig or, in a pod, by its service account; or with --embedded by itself.

where its objects are
  --kubeconfig FILE, --context NAME   the parent cluster (in a pod: that pod's)
  --embedded --data-dir DIR           an API server of its own, as a process beside it
  --port PORT                         of that API server (6443)
  --install=false                     definitions and roles are already there (in a pod: the default)

what it does
  --roles=gateway,controllers,scheduler
  --approve=auto|manual               whether clusters that have a token become members at once
  --feature-gates=A=true,B=false
  --agent-token-lifetime=168h         of agents' credentials; they are renewed when half is over
  --cluster-status-update-frequency=3m, --cluster-status-collect-frequency=20s   of members without an agent
  --anonymous-proxy                   members may be reached by callers who do not say who they are

how it is reached
  --bind-address=HOST                 where it listens (in a pod 0.0.0.0, else 127.0.0.1)
  --secure-port=PORT                  of the gateway (8443; embedded: any that is free)
  --gateway-host=HOST                 how the parent's API server reaches it, outside a pod (localhost)
  --advertise-url=URL                 of the parent's API server, as agents reach it
  --tunnel-address=URL                of the gateway, for agents that connect to it directly
  --peer-advertise-address=HOST       where other replicas reach this one (in a pod: its address)
  --metrics-port=PORT                 /metrics, /healthz, /readyz (10660; 0: any that is free)

  --audit-log=FILE                    one line a request to a member ("-": standard output, "off")
  --kube-api-qps, --kube-api-burst    limits towards the parent, Leases apart (none)
  --leader-elect-lease-duration=15s, --leader-elect-renew-deadline=10s, --leader-elect-retry-period=2s
  -v LEVEL, --log-level=LEVEL         debug from 4 on`;

const OPTIONS = {
  kubeconfig: { type: 'string' },
  context: { type: 'string' },
  embedded: { type: 'boolean', default: false },
  'data-dir': { type: 'string' },
  port: { type: 'string', default: '6443' },
  'kubeconfig-out': { type: 'string' },
  install: { type: 'boolean' },
  roles: { type: 'string', default: 'gateway,controllers,scheduler' },
  approve: { type: 'string', default: 'auto' },
  'feature-gates': { type: 'string', default: '' },
  'agent-token-lifetime': { type: 'string', default: '168h' },
  'cluster-status-update-frequency': { type: 'string', default: '3m' },
  'cluster-status-collect-frequency': { type: 'string', default: '20s' },
  'anonymous-proxy': { type: 'boolean', default: false },
  'bind-address': { type: 'string' },
  'secure-port': { type: 'string' },
  'gateway-host': { type: 'string' },
  'advertise-url': { type: 'string' },
  'tunnel-address': { type: 'string' },
  'peer-advertise-address': { type: 'string' },
  'metrics-port': { type: 'string', default: '10660' },
  'audit-log': { type: 'string', default: '-' },
  'kube-api-qps': { type: 'string' },
  'kube-api-burst': { type: 'string' },
  ...LEASE_OPTIONS,
  ...LOG_OPTIONS,
  help: { type: 'boolean', short: 'h', default: false },
} as const;

const ROLES = ['gateway', 'controllers', 'scheduler'] as const;

/** A token that lasts less than Kubernetes gives would be refused. */
const LEAST_TOKEN_LIFETIME_MS = 600_000;
const MOST_PORT = 65_535;

export type HubFlags = ReturnType<typeof readHubFlags>;

/** Throws WrongUse. */
export function readHubFlags(args: readonly string[]) {
  const { values } = parseArgs({ args: fromGoStyle(args, OPTIONS), options: OPTIONS, allowNegative: true });
  const portOf = (flag: 'port' | 'secure-port' | 'metrics-port') => {
    const text = values[flag];
    return text === undefined ? undefined : wholeNumber(flag, text, [0, MOST_PORT]);
  };
  const agentTokenLifetimeMs = durationFlag('agent-token-lifetime', values['agent-token-lifetime']);
  if (agentTokenLifetimeMs < LEAST_TOKEN_LIFETIME_MS)
    throw new WrongUse('--agent-token-lifetime is at least 10m: API servers give no shorter tokens');
  return {
    isHelp: values.help,
    kubeconfig: values.kubeconfig,
    context: values.context,
    embedded: embeddedOf(values, portOf('port') ?? 0),
    install: values.install,
    roles: new Set(listFlag(values.roles).map((role) => oneOf('roles', role, ROLES))),
    approve: oneOf('approve', values.approve, ['auto', 'manual'] as const),
    featureGates: values['feature-gates'],
    agentTokenLifetimeMs,
    heartbeat: {
      periodMs: durationFlag('cluster-status-update-frequency', values['cluster-status-update-frequency']),
      collectEveryMs: durationFlag(
        'cluster-status-collect-frequency',
        values['cluster-status-collect-frequency'],
      ),
    },
    anonymousProxy: values['anonymous-proxy'],
    bindAddress: values['bind-address'],
    securePort: portOf('secure-port'),
    gatewayHost: values['gateway-host'],
    advertiseUrl: urlOf('advertise-url', values['advertise-url']),
    tunnelAddress: urlOf('tunnel-address', values['tunnel-address']),
    peerAddress: values['peer-advertise-address'],
    metricsPort: portOf('metrics-port') ?? 0,
    auditLog: values['audit-log'],
    qps: limitOf('kube-api-qps', values['kube-api-qps']),
    burst: limitOf('kube-api-burst', values['kube-api-burst']),
    leaseTimes: leaseTimesFlags(values),
    log: { v: values.v, 'log-level': values['log-level'] },
  };
}

export interface EmbeddedFlags {
  readonly dataDir: string;
  readonly port: number;
  /** Undefined: in the data folder. */
  readonly kubeconfigOut: string | undefined;
}

function embeddedOf(
  values: { embedded: boolean; 'data-dir'?: string; kubeconfig?: string; 'kubeconfig-out'?: string },
  port: number,
): EmbeddedFlags | undefined {
  const dataDir = values['data-dir'];
  if (!values.embedded) {
    if (dataDir !== undefined) throw new WrongUse('--data-dir is for --embedded');
    return undefined;
  }
  if (dataDir === undefined || dataDir === '') throw new WrongUse('--embedded needs --data-dir');
  if (values.kubeconfig !== undefined) throw new WrongUse('--embedded and --kubeconfig do not go together');
  return { dataDir, port, kubeconfigOut: values['kubeconfig-out'] };
}

function urlOf(flag: string, text: string | undefined): string | undefined {
  return text === undefined ? undefined : httpsUrlFlag(flag, text);
}

function limitOf(flag: string, text: string | undefined): number | undefined {
  return text === undefined ? undefined : numberFlag(flag, text);
}
