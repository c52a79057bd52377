import { setTimeout as delay } from 'node:timers/promises';
import type { KubeObject } from '@banyan/api';
import { CLUSTERNET_CRDS } from '@banyan/api/clusternet';
import type { KubeClient } from '@banyan/kube';

export const SHADOW = '/apis/shadow/v1alpha1';
export const NATIVE = '/apis/proxies.banyan.dev/v1alpha1/templates/all/proxy';
const DEFINITIONS = { group: 'apiextensions.k8s.io', version: 'v1', resource: 'customresourcedefinitions' };

/** Defines what a hub has, and waits until the last of it is served. */
export async function defineHubKinds(client: KubeClient): Promise<void> {
  for (const one of CLUSTERNET_CRDS) await define(client, one as unknown as KubeObject);
}

export async function define(client: KubeClient, definition: KubeObject): Promise<void> {
  await client.create(DEFINITIONS, structuredClone(definition));
  const signal = AbortSignal.timeout(300_000);
  const fieldSelector = `metadata.name=${definition.metadata.name}`;
  for await (const { object } of client.watch(DEFINITIONS, { fieldSelector, signal })) {
    const { conditions } = (object as Conditioned).status ?? {};
    if (conditions?.some(({ type, status }) => type === 'Established' && status === 'True') === true) return;
  }
}

interface Conditioned {
  readonly status?: { readonly conditions?: readonly { type: string; status: string }[] | null };
}

/** A definition with a Scale and a column of its own. */
export function widgets(group: string): KubeObject {
  const replicas = { type: 'integer', minimum: 0, default: 1 };
  const spec = { type: 'object', properties: { size: { type: 'string' }, replicas } };
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: `widgets.${group}` },
    spec: {
      group,
      scope: 'Namespaced',
      names: {
        plural: 'widgets',
        singular: 'widget',
        kind: 'Widget',
        listKind: 'WidgetList',
        shortNames: ['wd'],
      },
      versions: [
        {
          name: 'v1',
          served: true,
          storage: true,
          schema: { openAPIV3Schema: { type: 'object', properties: { spec } } },
          subresources: {
            scale: { specReplicasPath: '.spec.replicas', statusReplicasPath: '.status.replicas' },
          },
          additionalPrinterColumns: [{ name: 'Size', type: 'string', jsonPath: '.spec.size' }],
        },
      ],
    },
  } as KubeObject;
}

export function deployment(name: string, fields: { replicas?: number; image?: string } = {}): KubeObject {
  const { replicas, image = 'web:1' } = fields;
  const labels = { app: name };
  return {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name, namespace: 'shop', labels: { tier: 'front' } },
    spec: {
      ...(replicas !== undefined && { replicas }),
      selector: { matchLabels: labels },
      template: { metadata: { labels }, spec: { containers: [{ name: 'main', image }] } },
    },
  } as KubeObject;
}

export interface Answer<T> {
  readonly status: number;
  readonly body: T;
  readonly warning: string;
}

/** One request to the hub, whatever its answer. */
export async function ask<T = KubeObject>(
  client: KubeClient,
  method: string,
  path: string,
  {
    body,
    type = 'application/json',
    accept = 'application/json',
  }: { body?: unknown; type?: string; accept?: string } = {},
): Promise<Answer<T>> {
  const response = await client.request({
    method,
    path,
    headers: { accept, ...(body !== undefined && { 'content-type': type }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const chunks: Buffer[] = [];
  for await (const chunk of response.body) chunks.push(chunk as Buffer);
  const { warning = '' } = response.headers;
  const text = Buffer.concat(chunks).toString();
  return { status: response.status, body: parsed(text) as T, warning: String(warning) };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** Asks until the answer is as it should be. The runner's time limit ends a wait in vain. */
export async function askUntil<T = KubeObject>(
  client: KubeClient,
  path: string,
  isRight: (answer: Answer<T>) => boolean,
): Promise<Answer<T>> {
  for (;;) {
    const answer = await ask<T>(client, 'GET', path);
    if (isRight(answer)) return answer;
    await delay(20);
  }
}
