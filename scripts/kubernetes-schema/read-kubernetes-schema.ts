import type { Cluster } from '@banyan/testing';
import { Definitions, type Definition } from './definitions.ts';
import { storedResources, type DiscoveryGroup, type ResourceList } from './resources.ts';
import type { OpenApiSchema } from './stored-schema.ts';

const AGGREGATED = 'application/json;v=v2;g=apidiscovery.k8s.io;as=APIGroupDiscoveryList';

/** The files under packages/api/generated/kubernetes with their contents, as a real API server has the facts. */
export async function readKubernetesSchema(cluster: Cluster): Promise<Map<string, string>> {
  const { gitVersion } = await cluster.json<{ gitVersion: string }>('GET', '/version');
  const definitions = await readDefinitions(cluster);
  const resources = await readResources(cluster);
  const files = new Map<string, string>();
  files.set('resources.json', listText({ kubernetesVersion: gitVersion }, 'resources', resources));
  files.set('definitions.json', mapText(definitions.sorted(), definitionText));
  return files;
}

async function readDefinitions(cluster: Cluster): Promise<Definitions> {
  const definitions = new Definitions();
  const index = await cluster.json<{ paths: Record<string, { serverRelativeURL: string }> }>(
    'GET',
    '/openapi/v3',
  );
  for (const { serverRelativeURL } of Object.values(index.paths)) {
    const document = await cluster.json<{ components?: { schemas?: Record<string, OpenApiSchema> } }>(
      'GET',
      serverRelativeURL,
    );
    for (const [name, schema] of Object.entries(document.components?.schemas ?? {}))
      definitions.add(name, schema);
  }
  return definitions;
}

async function readResources(cluster: Cluster): Promise<object[]> {
  const groups = [...(await readGroups(cluster, '/api')), ...(await readGroups(cluster, '/apis'))];
  const lists = new Map<string, ResourceList>();
  for (const { metadata, versions } of groups) {
    for (const { version } of versions) {
      const path = metadata.name ? `/apis/${metadata.name}/${version}` : `/api/${version}`;
      lists.set(`${metadata.name ?? ''}/${version}`, await cluster.json<ResourceList>('GET', path));
    }
  }
  return groups.flatMap((group) => storedResources(group, lists));
}

async function readGroups(cluster: Cluster, path: string): Promise<DiscoveryGroup[]> {
  const { status, body } = await cluster.request({ path, headers: { accept: AGGREGATED } });
  if (status !== 200) throw new Error(`GET ${path}: ${status} ${body.toString()}`);
  return (JSON.parse(body.toString()) as { items: DiscoveryGroup[] }).items;
}

/** One entry a line, so that a change of Kubernetes shows as the lines that changed. */
function mapText<T>(entries: readonly [string, T][], text: (value: T) => string): string {
  return `{\n${entries.map(([key, value]) => `${JSON.stringify(key)}:${text(value)}`).join(',\n')}\n}\n`;
}

function listText(head: Record<string, string>, name: string, items: readonly object[]): string {
  const fields = Object.entries(head).map(
    ([key, value]) => `${JSON.stringify(key)}:${JSON.stringify(value)},\n`,
  );
  return `{\n${fields.join('')}${JSON.stringify(name)}:[\n${items.map((item) => JSON.stringify(item)).join(',\n')}\n]}\n`;
}

/** One property a line. */
function definitionText(definition: Definition): string {
  const { properties, ...facts } = definition;
  const head = JSON.stringify(facts);
  if (properties === undefined) return head;
  const lines = Object.entries(properties as Record<string, unknown>).map(
    ([name, schema]) => `  ${JSON.stringify(name)}:${JSON.stringify(schema)}`,
  );
  return `${head.slice(0, -1)}${head === '{}' ? '' : ','}"properties":{\n${lines.join(',\n')}}}`;
}
