import { APPS_GROUP } from '../apps-resources.ts';
import type { CustomResourceDefinition, OpenApiSchema, PrinterColumn } from './custom-resource-definition.ts';

export interface AppsKind {
  readonly kind: string;
  readonly plural: string;
  /** For `kubectl explain`. */
  readonly description: string;
  readonly shortNames?: readonly string[];
  readonly scope?: 'Namespaced' | 'Cluster';
  readonly columns?: readonly PrinterColumn[];
  /** Of the fields besides apiVersion, kind and metadata. */
  readonly properties: Readonly<Record<string, OpenApiSchema>>;
  readonly required: readonly string[];
}

export const AGE_COLUMN: PrinterColumn = {
  name: 'AGE',
  type: 'date',
  jsonPath: '.metadata.creationTimestamp',
};

/** The CustomResourceDefinition of a kind of `apps.clusternet.io/v1alpha1`. A `status` field is a subresource. */
export function appsDefinition(facts: AppsKind): CustomResourceDefinition {
  const {
    kind,
    plural,
    description,
    shortNames,
    scope = 'Namespaced',
    columns,
    properties,
    required,
  } = facts;
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: `${plural}.${APPS_GROUP}` },
    spec: {
      group: APPS_GROUP,
      scope,
      names: {
        kind,
        listKind: `${kind}List`,
        plural,
        singular: kind.toLowerCase(),
        ...(shortNames && { shortNames: [...shortNames] }),
        categories: ['clusternet'],
      },
      versions: [
        {
          name: 'v1alpha1',
          served: true,
          storage: true,
          ...('status' in properties && { subresources: { status: {} } }),
          ...(columns && { additionalPrinterColumns: [...columns] }),
          schema: {
            openAPIV3Schema: {
              description,
              type: 'object',
              required,
              properties: {
                apiVersion: { type: 'string' },
                kind: { type: 'string' },
                metadata: { type: 'object' },
                ...properties,
              },
            },
          },
        },
      ],
    },
  };
}
