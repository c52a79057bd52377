/**
 * What a patch must know of a kind: the facts of its OpenAPI schema, references already replaced by the
 * schemas they name (so the graph may be cyclic: JSONSchemaProps holds itself). A missing schema means
 * "unknown": structured merge then deduces, as the API server does for a CRD without one.
 */
export interface Schema {
  /** The name of the type in Kubernetes' own code (`DeploymentSpec`), which some messages give. */
  readonly title?: string;
  readonly type?: 'object' | 'array' | 'string' | 'integer' | 'number' | 'boolean';
  readonly format?: string;
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: Schema | boolean;
  readonly items?: Schema;
  readonly default?: unknown;
  readonly 'x-kubernetes-list-type'?: 'atomic' | 'set' | 'map';
  readonly 'x-kubernetes-list-map-keys'?: readonly string[];
  readonly 'x-kubernetes-map-type'?: 'atomic' | 'granular';
  readonly 'x-kubernetes-patch-strategy'?: string;
  readonly 'x-kubernetes-patch-merge-key'?: string;
  readonly 'x-kubernetes-preserve-unknown-fields'?: boolean;
  readonly 'x-kubernetes-int-or-string'?: boolean;
  readonly 'x-kubernetes-embedded-resource'?: boolean;
}
