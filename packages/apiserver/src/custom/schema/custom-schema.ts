import type { KubeObject, StatusCause } from '@banyan/api';
import { coerceEmbedded } from './coerce-embedded.ts';
import { dropNulls, fillDefaults } from './fill-defaults.ts';
import type { JsonSchemaProps } from './json-schema-props.ts';
import { pruneUnknown } from './prune-unknown.ts';
import { validateBySchema, type ValidateOptions } from './validate-by-schema.ts';

/** The schema of one version of a custom resource, made ready to be asked often. */
export interface CustomSchema {
  /**
   * Drops, in place, what the schema does not know; says the paths of what it dropped, for fieldValidation. Throws a
   * DecodeError for an embedded resource that cannot be read as one.
   */
  prune(object: KubeObject): string[];
  /** Fills in defaults, in place. Idempotent. */
  applyDefaults(object: KubeObject): void;
  /**
   * Empty means valid. `old` is what is kept, in the same version; undefined on creation. The object's own metadata
   * is not looked at, except by rules.
   */
  validate(
    object: Readonly<KubeObject>,
    old: Readonly<KubeObject> | undefined,
    options?: ValidateOptions,
  ): StatusCause[];
  /** The same of an update of the status subresource. */
  validateStatus(
    object: Readonly<KubeObject>,
    old: Readonly<KubeObject>,
    options?: ValidateOptions,
  ): StatusCause[];
}

export interface CustomSchemaOptions {
  /** Of the definition's spec: nothing is dropped. */
  readonly preserveUnknownFields: boolean;
}

const NO_SCHEMA: JsonSchemaProps = { type: 'object' };

/** Compiles a schema that was accepted (see structural-problems.ts), which takes much longer than its use. */
export function customSchema(
  schema: JsonSchemaProps = NO_SCHEMA,
  { preserveUnknownFields }: CustomSchemaOptions,
): CustomSchema {
  const prune = preserveUnknownFields ? undefined : pruneUnknown(schema, true);
  const coerce = coerceEmbedded({ ...schema, 'x-kubernetes-embedded-resource': false });
  const fill = fillDefaults(schema);
  const validate = validateBySchema(schema);
  return {
    prune: (object) => {
      const dropped: string[] = [];
      if (prune) {
        prune(object, '', dropped);
        dropNulls(object, schema);
      }
      const unknown: string[] = [];
      coerce?.(object, '', unknown);
      return [...dropped.sort(), ...unknown.sort()];
    },
    applyDefaults: (object) => fill?.(object),
    validate: (object, old, options) => validate(object, old, 'all', options),
    validateStatus: (object, old, options) => validate(object, old, 'status', options),
  };
}
