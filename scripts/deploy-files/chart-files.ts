import type { KubeObject } from '@banyan/api';
import { formatManifests } from '@banyan/membership/manifests';

const FLOW_KINDS = ['PriorityLevelConfiguration', 'FlowSchema'];
/** Written by hand, since values shape them. */
const BY_HAND = ['Deployment', 'PodDisruptionBudget', 'Namespace'];

/** The templates of charts/banyan-hub that only say what the code says. */
export function hubChartFiles(
  hub: readonly KubeObject[],
  anonymousProxy: readonly KubeObject[],
): Map<string, string> {
  const flow = hub.filter(({ kind }) => FLOW_KINDS.includes(kind));
  const rest = hub.filter(({ kind }) => !FLOW_KINDS.includes(kind) && !BY_HAND.includes(kind));
  const shares = formatManifests(flow).replace(
    /nominalConcurrencyShares: \d+/,
    'nominalConcurrencyShares: {{ .Values.oldAgents.concurrencyShares }}',
  );
  return new Map([
    ['objects.yaml', formatManifests(rest)],
    ['old-agents.yaml', when('.Values.oldAgents.enabled', shares)],
    ['anonymous-proxy.yaml', when('.Values.anonymousProxy', formatManifests(anonymousProxy))],
  ]);
}

/** Those of charts/banyan-agent. */
export function agentChartFiles(agent: readonly KubeObject[]): Map<string, string> {
  return new Map([['objects.yaml', formatManifests(agent.filter(({ kind }) => !BY_HAND.includes(kind)))]]);
}

function when(condition: string, text: string): string {
  return `{{- if ${condition} }}\n${text}{{- end }}\n`;
}
