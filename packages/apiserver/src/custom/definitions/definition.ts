import type { KubeObject } from '@banyan/api';
import type { JsonSchemaProps } from '../schema/json-schema-props.ts';

/** A CustomResourceDefinition as it is kept: defaults filled in, in wire form. */
export interface Definition extends KubeObject {
  spec: DefinitionSpec;
  status: DefinitionStatus;
}

export interface DefinitionSpec {
  readonly group: string;
  readonly names: DefinitionNames;
  readonly scope: string;
  /** Null in place of none. */
  readonly versions: readonly DefinitionVersion[] | null;
  readonly conversion?: DefinitionConversion;
  readonly preserveUnknownFields?: boolean;
}

export interface DefinitionNames {
  readonly plural: string;
  readonly singular?: string;
  readonly shortNames?: readonly string[];
  readonly kind: string;
  readonly listKind?: string;
  readonly categories?: readonly string[];
}

export interface DefinitionVersion {
  readonly name: string;
  readonly served: boolean;
  readonly storage: boolean;
  readonly deprecated?: boolean;
  readonly deprecationWarning?: string;
  readonly schema?: { readonly openAPIV3Schema?: JsonSchemaProps };
  readonly subresources?: DefinitionSubresources;
  readonly additionalPrinterColumns?: readonly ColumnDefinition[];
  readonly selectableFields?: readonly SelectableField[];
}

export interface DefinitionSubresources {
  readonly status?: object;
  readonly scale?: ScalePaths;
}

export interface ScalePaths {
  readonly specReplicasPath: string;
  readonly statusReplicasPath: string;
  readonly labelSelectorPath?: string;
}

export interface ColumnDefinition {
  readonly name: string;
  readonly type: string;
  readonly format?: string;
  readonly description?: string;
  readonly priority?: number;
  readonly jsonPath: string;
}

export interface SelectableField {
  readonly jsonPath: string;
}

export interface DefinitionConversion {
  readonly strategy: string;
  readonly webhook?: {
    readonly clientConfig?: WebhookClientConfig;
    readonly conversionReviewVersions?: readonly string[] | null;
  };
}

export interface WebhookClientConfig {
  readonly url?: string;
  readonly service?: {
    readonly namespace: string;
    readonly name: string;
    readonly path?: string;
    readonly port?: number;
  };
  readonly caBundle?: string;
}

interface DefinitionStatus {
  conditions: DefinitionCondition[] | null;
  acceptedNames: DefinitionNames;
  storedVersions: string[] | null;
}

export interface DefinitionCondition {
  readonly type: string;
  readonly status: 'True' | 'False' | 'Unknown';
  readonly lastTransitionTime?: string | null;
  readonly reason?: string;
  readonly message?: string;
}

export const DEFINITIONS = { group: 'apiextensions.k8s.io', resource: 'customresourcedefinitions' } as const;

/** While it is there, objects of the kind may be. */
export const CLEANUP_FINALIZER = 'customresourcecleanup.apiextensions.k8s.io';

export function versionsOf({ spec }: Readonly<Definition>): readonly DefinitionVersion[] {
  return spec.versions ?? [];
}

export function storageVersionOf(definition: Readonly<Definition>): DefinitionVersion | undefined {
  return versionsOf(definition).find(({ storage }) => storage);
}
