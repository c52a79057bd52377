import type { SyncMode } from '@banyan/api/clusternet';
import { AgentError } from './agent-error.ts';
import { parseAllowList } from './dial-policy/allow-list.ts';
import { isRegistrationToken } from './parent/bootstrap-token.ts';
import { parseCaHash } from './parent/ca-hash.ts';

/** What `banyan agent` is told by its flags and its environment. */
export interface AgentOptions {
  /** `--cluster-reg-parent-url`. */
  readonly parentUrl: string;
  /** `--cluster-reg-token`: needed until it is registered, and whenever its credential is lost. */
  readonly token?: string;
  /** PEM, `--cluster-reg-ca`. */
  readonly ca?: string;
  /** `sha256:…`, `--cluster-reg-ca-hash`. */
  readonly caHash?: string;
  /** The name in the hub's certificate, where it is not the host of the URL. */
  readonly parentTlsServerName?: string;
  /** `--tunnel-address`: an https URL of the hub itself, in place of its API server. */
  readonly tunnelAddress?: string;
  readonly clusterName?: string;
  readonly clusterNamePrefix: string;
  readonly clusterNamespace?: string;
  readonly clusterType: string;
  readonly clusterLabels: Readonly<Record<string, string>>;
  readonly syncMode: SyncMode;
  /** Gate SocketConnection: the hub comes through the tunnel. */
  readonly socketConnection: boolean;
  /** Gate AppPusher: the hub may push, and is given a credential for it. */
  readonly appPusher: boolean;
  readonly heartbeatPeriodMs: number;
  readonly collectPeriodMs: number;
  readonly usesMetricsServer: boolean;
  readonly labelPrefixes: readonly string[];
  readonly labelThreshold: number;
  /** `--tunnel-allow`: beyond the member's API server. */
  readonly tunnelAllow: readonly string[];
  /** Of the credentials that the hub is given for the member. */
  readonly accessTokenLifetimeMs: number;
  readonly clusterCidr?: string;
  readonly serviceCidr?: string;
  /** What the hub is told about the client's limits. */
  readonly kubeQps?: number;
  readonly kubeBurst?: number;
  readonly version: string;
  /** Of the agent's own Lease and Secrets. Default `clusternet-system`. */
  readonly namespace?: string;
  readonly leaseName?: string;
  /** Asked for the proxy variables alone. */
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** The flags' defaults, as Clusternet's. */
export const DEFAULT_AGENT_OPTIONS = {
  clusterNamePrefix: 'clusternet-cluster',
  clusterType: 'StandardCluster',
  clusterLabels: {},
  syncMode: 'Pull',
  socketConnection: true,
  appPusher: true,
  heartbeatPeriodMs: 180_000,
  collectPeriodMs: 20_000,
  usesMetricsServer: false,
  labelPrefixes: ['node.clusternet.io/'],
  labelThreshold: 0.8,
  tunnelAllow: [],
  accessTokenLifetimeMs: 86_400_000,
} as const satisfies Partial<AgentOptions>;

const CLUSTER_TYPES = ['StandardCluster', 'EdgeCluster'];
const SYNC_MODES = ['Push', 'Pull', 'Dual'];
const DNS_LABEL = /^[a-z0-9]([-a-z0-9]*[a-z0-9])?$/;
const LABEL_KEY = /^([a-z0-9]([-a-z0-9.]{0,251}[a-z0-9])?\/)?[a-z0-9]([-\w.]{0,61}[a-z0-9])?$/i;
const LABEL_VALUE = /^([a-z0-9]([-\w.]{0,61}[a-z0-9])?)?$/i;
/** As the API has it. */
const MAX_NAME = 60;
/** The name is the prefix, a dash and five characters. */
const MAX_PREFIX = MAX_NAME - 6;

/** Throws an AgentError with code bad-option that names the flag. */
export function checkAgentOptions(options: AgentOptions): void {
  const refuse = (flag: string, words: string): never => {
    throw new AgentError('bad-option', `--${flag}: ${words}`);
  };
  checkUrl('cluster-reg-parent-url', options.parentUrl);
  if (options.tunnelAddress !== undefined) checkUrl('tunnel-address', options.tunnelAddress);
  if (options.token !== undefined && !isRegistrationToken(options.token)) {
    refuse(
      'cluster-reg-token',
      'neither a bootstrap token (abcdef.0123456789abcdef) nor the token of a service account',
    );
  }
  if (options.caHash !== undefined) parseCaHash(options.caHash);
  checkLabel('cluster-reg-name', options.clusterName, MAX_NAME);
  checkLabel('cluster-reg-name-prefix', options.clusterNamePrefix, MAX_PREFIX);
  checkLabel('cluster-reg-namespace', options.clusterNamespace, 63);
  checkLabels(options.clusterLabels);
  if (!CLUSTER_TYPES.includes(options.clusterType))
    refuse('cluster-reg-type', `one of ${CLUSTER_TYPES.join(', ')}`);
  if (!SYNC_MODES.includes(options.syncMode)) refuse('cluster-sync-mode', `one of ${SYNC_MODES.join(', ')}`);
  if (!(options.labelThreshold > 0 && options.labelThreshold <= 1)) {
    refuse('labels-aggregate-threshold', 'a number above 0, at most 1');
  }
  checkPeriod('cluster-status-update-frequency', options.heartbeatPeriodMs);
  checkPeriod('cluster-status-collect-frequency', options.collectPeriodMs);
  parseAllowList(options.tunnelAllow);
}

function checkUrl(flag: string, text: string): void {
  const url = URL.parse(text);
  if (url?.protocol === 'https:' && url.username === '' && url.password === '') return;
  throw new AgentError('bad-option', `--${flag}: has to be an https:// URL without user and password`);
}

function checkLabel(flag: string, text: string | undefined, maxLength: number): void {
  if (text === undefined || (text.length <= maxLength && DNS_LABEL.test(text))) return;
  const words = `"${text}": lower-case letters, digits and dashes, at most ${maxLength} of them`;
  throw new AgentError('bad-option', `--${flag}: ${words}`);
}

function checkLabels(labels: Readonly<Record<string, string>>): void {
  const wrong = Object.entries(labels).find(
    ([key, value]) => !LABEL_KEY.test(key) || !LABEL_VALUE.test(value),
  );
  if (wrong === undefined) return;
  throw new AgentError('bad-option', `--cluster-labels: "${wrong.join('=')}" is no label of Kubernetes`);
}

function checkPeriod(flag: string, ms: number): void {
  if (Number.isFinite(ms) && ms > 0) return;
  throw new AgentError('bad-option', `--${flag}: has to be a time above zero`);
}
