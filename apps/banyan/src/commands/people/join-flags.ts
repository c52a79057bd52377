import { parseArgs } from 'node:util';
import type { SyncMode } from '@banyan/api/clusternet';
import { fromGoStyle } from '../program/flag-style.ts';
import { durationFlag, httpsUrlFlag, labelsFlag, oneOf } from '../program/flag-values.ts';
import { WrongUse } from '../program/wrong-use.ts';

export const USAGE = `usage: banyan join NAME --kubeconfig FILE [FLAGS]   the hub reaches the cluster, and looks after it
       banyan join NAME --agent [FLAGS]             an agent in the cluster reaches the hub

by a kubeconfig
  --kubeconfig FILE, --context NAME   of the cluster that is to join
  --insecure                          although its certificate is not verified

with an agent: its manifests are printed, for kubectl apply -f - in that cluster
  --apply-to FILE [--context NAME]    apply them there instead, and wait until it is a member
  --hub-url URL                       of the hub's API server, as the cluster reaches it
  --tunnel-address URL                of the hub itself, for the tunnel
  --ttl 24h                           how long it may take until the agent comes
  --image IMAGE                       of Banyan
  --sync-mode Dual|Push|Pull          who deploys: the hub, the agent, or whichever is able

both
  --labels a=1,b=2                    of the member
  --wait=false, --timeout=5m          whether, and how long, to wait until it is ready
  --hub-kubeconfig FILE, --hub-context NAME   the hub (KUBECONFIG, or ~/.kube/config)`;

const OPTIONS = {
  agent: { type: 'boolean', default: false },
  kubeconfig: { type: 'string' },
  context: { type: 'string' },
  insecure: { type: 'boolean', default: false },
  'apply-to': { type: 'string' },
  'hub-url': { type: 'string' },
  'tunnel-address': { type: 'string' },
  ttl: { type: 'string', default: '24h' },
  image: { type: 'string' },
  'sync-mode': { type: 'string', default: 'Dual' },
  labels: { type: 'string', default: '' },
  wait: { type: 'boolean', default: true },
  timeout: { type: 'string', default: '5m' },
  'hub-kubeconfig': { type: 'string' },
  'hub-context': { type: 'string' },
  output: { type: 'string', short: 'o', default: 'yaml' },
  help: { type: 'boolean', short: 'h', default: false },
} as const;

const SYNC_MODES: readonly SyncMode[] = ['Dual', 'Push', 'Pull'];
/** As the API has it. */
const NAME = /^[a-z0-9]([-a-z0-9]{0,58}[a-z0-9])?$/;

export type JoinFlags = ReturnType<typeof readJoinFlags>;

/** Throws WrongUse. */
export function readJoinFlags(args: readonly string[]) {
  const { values, positionals } = parseArgs({
    args: fromGoStyle(args, OPTIONS),
    options: OPTIONS,
    allowPositionals: true,
    allowNegative: true,
  });
  const [name = '', ...rest] = positionals;
  if (!values.help) checkWay(name, rest, values);
  const urlOf = (flag: 'hub-url' | 'tunnel-address') =>
    values[flag] === undefined ? undefined : httpsUrlFlag(flag, values[flag]);
  return {
    isHelp: values.help,
    name,
    hub: { kubeconfig: values['hub-kubeconfig'], context: values['hub-context'] },
    kubeconfig: values.kubeconfig,
    context: values.context,
    insecure: values.insecure,
    applyTo: values['apply-to'],
    hubUrl: urlOf('hub-url'),
    tunnelAddress: urlOf('tunnel-address'),
    ttlMs: durationFlag('ttl', values.ttl),
    image: values.image,
    syncMode: oneOf('sync-mode', values['sync-mode'], SYNC_MODES),
    labels: labelsFlag('labels', values.labels),
    wait: values.wait,
    timeoutMs: durationFlag('timeout', values.timeout),
  };
}

function checkWay(
  name: string,
  rest: readonly string[],
  values: { agent: boolean; kubeconfig?: string; 'apply-to'?: string; output: string; insecure: boolean },
): void {
  if (name === '' || rest.length > 0) throw new WrongUse('under which name? banyan join NAME');
  if (!NAME.test(name))
    throw new WrongUse(`"${name}" is no name: at most 60 lower-case letters, digits and hyphens`);
  if (values.agent === (values.kubeconfig !== undefined))
    throw new WrongUse('how? give --kubeconfig FILE of the cluster, or --agent');
  if (!values.agent && values['apply-to'] !== undefined) throw new WrongUse('--apply-to is for --agent');
  if (values.agent && values.insecure) throw new WrongUse('--insecure is for --kubeconfig');
  oneOf('output', values.output, ['yaml']);
}
