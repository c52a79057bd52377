import type { KubeObject } from '@banyan/api';
import { becomes, post, type ScenarioCluster } from './scenario.ts';

const DEFINITIONS = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';

export function definitionPath(group: string): string {
  return `${DEFINITIONS}/things.${group}`;
}

/** Defines Things of a group, which have namespaces, and returns their apiVersion. */
export async function defineThings(cluster: ScenarioCluster, group: string): Promise<string> {
  const schema = { openAPIV3Schema: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } };
  await post(cluster, DEFINITIONS, {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: `things.${group}` },
    spec: {
      group,
      scope: 'Namespaced',
      names: { plural: 'things', kind: 'Thing' },
      versions: [{ name: 'v1', served: true, storage: true, schema }],
    },
  });
  await becomes<KubeObject & { status?: { conditions?: { type: string; status: string }[] } }>(
    cluster,
    definitionPath(group),
    ({ status }) =>
      status?.conditions?.some((one) => one.type === 'Established' && one.status === 'True') === true,
  );
  return `${group}/v1`;
}
