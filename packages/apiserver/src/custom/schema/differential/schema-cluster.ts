import type { KubeObject, Status, StatusCause } from '@banyan/api';

import type { JsonSchemaProps } from '../json-schema-props.ts';

/** A real cluster, as administrator. */
interface Cluster {
  request(request: {
    readonly method?: string;
    readonly path: string;
    readonly headers?: Readonly<Record<string, string>>;
    readonly body?: string;
  }): Promise<{
    readonly status: number;
    readonly headers: { readonly warning?: string };
    readonly body: Buffer;
  }>;
}

const GROUP = 'schemas.banyan.dev';
const DEFINITIONS = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';
const POLL_MS = 20;

export interface RealAnswer {
  readonly status: number;
  readonly causes: readonly StatusCause[];
  readonly object: KubeObject;
  readonly message: string;
  readonly warnings: string;
}

export function specSchema(spec: JsonSchemaProps): JsonSchemaProps {
  return { type: 'object', properties: { spec } };
}

function kindOf(plural: string): string {
  return `Kind-${plural}`;
}

function definition(plural: string, schema: JsonSchemaProps): object {
  const names = {
    plural,
    singular: `${plural}-one`,
    kind: kindOf(plural),
    listKind: `${kindOf(plural)}List`,
  };
  const versions = [{ name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: schema } }];
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: `${plural}.${GROUP}` },
    spec: { group: GROUP, scope: 'Cluster', names, versions },
  };
}

async function ask(cluster: Cluster, method: string, path: string, body: object): Promise<RealAnswer> {
  const response = await cluster.request({
    method,
    path,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const answer = JSON.parse(response.body.toString()) as Status & KubeObject;
  return {
    status: response.status,
    causes: answer.details?.causes ?? [],
    object: answer,
    message: answer.message ?? '',
    warnings: response.headers['warning'] ?? '',
  };
}

/** What the real server says of a definition with this schema, which it does not keep. */
export function tryDefinition(cluster: Cluster, schema: JsonSchemaProps): Promise<RealAnswer> {
  return ask(cluster, 'POST', `${DEFINITIONS}?dryRun=All`, definition('tries', schema));
}

/** Objects of one definition on the real server. */
export class RealThings {
  readonly #cluster: Cluster;
  readonly #plural: string;

  constructor(cluster: Cluster, plural: string) {
    this.#cluster = cluster;
    this.#plural = plural;
  }

  /** Resolves when they are served. */
  async define(schema: JsonSchemaProps): Promise<void> {
    const { status, message } = await ask(
      this.#cluster,
      'POST',
      DEFINITIONS,
      definition(this.#plural, schema),
    );
    if (status !== 201) throw new Error(message);
    while ((await this.#cluster.request({ path: this.#path })).status !== 200)
      await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }

  get #path(): string {
    return `/apis/${GROUP}/v1/${this.#plural}`;
  }

  object(spec: unknown, metadata: KubeObject['metadata'] = { name: 'one' }): KubeObject {
    return { apiVersion: `${GROUP}/v1`, kind: kindOf(this.#plural), metadata, spec };
  }

  tryCreate(object: KubeObject): Promise<RealAnswer> {
    return ask(this.#cluster, 'POST', `${this.#path}?dryRun=All&fieldValidation=Warn`, object);
  }

  create(object: KubeObject): Promise<RealAnswer> {
    return ask(this.#cluster, 'POST', this.#path, object);
  }

  /** Replaces the spec of what was created. */
  tryUpdate(object: KubeObject): Promise<RealAnswer> {
    const { name = '' } = object.metadata;
    const path = `${this.#path}/${name}?dryRun=All&fieldValidation=Warn`;
    return ask(this.#cluster, 'PUT', path, object);
  }
}
