import type { Cluster } from '@banyan/testing';

const HUB = 'clusternet-hub';

interface ApiService {
  readonly metadata: { readonly name: string };
  readonly spec: { readonly service?: { readonly name: string; readonly port?: number } };
}

/** Stands in for kube-proxy: the Service of the hub leads to a process on this machine. */
export async function reachOnLoopback(parent: Cluster, port: number): Promise<void> {
  const service = [
    { op: 'replace', path: '/spec', value: { type: 'ExternalName', externalName: 'localhost' } },
  ];
  await patch(parent, `/api/v1/namespaces/clusternet-system/services/${HUB}`, service);
  const apiServices = '/apis/apiregistration.k8s.io/v1/apiservices';
  const { items } = await parent.json<{ items: ApiService[] }>('GET', apiServices);
  for (const { metadata, spec } of items.filter((item) => item.spec.service?.name === HUB)) {
    if (spec.service?.port === port) continue;
    const body = [{ op: 'replace', path: '/spec/service/port', value: port }];
    await patch(parent, `${apiServices}/${metadata.name}`, body);
  }
}

async function patch(cluster: Cluster, path: string, body: object[]): Promise<void> {
  const headers = { 'content-type': 'application/json-patch+json' };
  const { status, body: answer } = await cluster.request({
    method: 'PATCH',
    path,
    headers,
    body: JSON.stringify(body),
  });
  if (status !== 200) throw new Error(`${path}: ${status} ${answer.toString()}`);
}
