import type { KubeObject } from '../../kube-object.ts';

/** A schema of a CustomResourceDefinition, as far as ours go. */
export interface OpenApiSchema {
  readonly type?: 'object' | 'array' | 'string' | 'integer' | 'number' | 'boolean';
  readonly format?: string;
  readonly description?: string;
  readonly properties?: Readonly<Record<string, OpenApiSchema>>;
  readonly additionalProperties?: OpenApiSchema;
  readonly items?: OpenApiSchema;
  readonly required?: readonly string[];
  readonly enum?: readonly string[];
  readonly default?: string | number | boolean;
  readonly pattern?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly anyOf?: readonly OpenApiSchema[];
  readonly 'x-kubernetes-int-or-string'?: true;
  readonly 'x-kubernetes-preserve-unknown-fields'?: true;
  readonly 'x-kubernetes-map-type'?: 'atomic' | 'granular';
  readonly 'x-kubernetes-list-type'?: 'atomic' | 'map' | 'set';
  readonly 'x-kubernetes-list-map-keys'?: readonly string[];
  readonly 'x-kubernetes-validations'?: readonly { readonly rule: string; readonly message: string }[];
}

export interface PrinterColumn {
  readonly name: string;
  readonly type: 'string' | 'boolean' | 'date';
  readonly jsonPath: string;
  /** Above 0: only with `-o wide`. */
  readonly priority?: number;
}

/** `apiextensions.k8s.io/v1`, with one version. */
export interface CustomResourceDefinition extends KubeObject {
  spec: {
    group: string;
    scope: 'Cluster' | 'Namespaced';
    names: {
      kind: string;
      listKind: string;
      plural: string;
      singular: string;
      shortNames?: string[];
      categories: string[];
    };
    versions: [
      {
        name: string;
        served: true;
        storage: true;
        subresources?: { status: Record<string, never> };
        additionalPrinterColumns?: PrinterColumn[];
        schema: { openAPIV3Schema: OpenApiSchema };
      },
    ];
  };
}

/** What differs between one of Clusternet's kinds and the next; all have a status of their own. */
export interface ClusternetKind {
  readonly group: string;
  readonly version: string;
  readonly scope: 'Cluster' | 'Namespaced';
  readonly kind: string;
  readonly plural: string;
  readonly shortName: string;
  readonly columns: readonly PrinterColumn[];
  readonly description: string;
  readonly spec: OpenApiSchema;
  readonly status: OpenApiSchema;
}

export function clusternetCrd(kind: ClusternetKind): CustomResourceDefinition {
  const { group, version, scope, plural } = kind;
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: `${plural}.${group}` },
    spec: {
      group,
      scope,
      names: {
        kind: kind.kind,
        listKind: `${kind.kind}List`,
        plural,
        singular: kind.kind.toLowerCase(),
        shortNames: [kind.shortName],
        categories: ['clusternet'],
      },
      versions: [
        {
          name: version,
          served: true,
          storage: true,
          subresources: { status: {} },
          additionalPrinterColumns: [...kind.columns],
          schema: { openAPIV3Schema: objectSchema(kind) },
        },
      ],
    },
  };
}

function objectSchema({ description, spec, status }: ClusternetKind): OpenApiSchema {
  return {
    description,
    type: 'object',
    required: ['spec'],
    properties: {
      apiVersion: { type: 'string' },
      kind: { type: 'string' },
      metadata: { type: 'object' },
      spec,
      status,
    },
  };
}
