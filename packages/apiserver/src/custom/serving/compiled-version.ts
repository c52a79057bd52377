import { formatApiVersion, type KubeObject } from '@banyan/api';
import { customResourceSchema, type Schema } from '@banyan/patch';
import { DecodeError } from '../../decoding/decode-error.ts';
import { schemasIn } from '../definitions/unknown-formats.ts';
import { versionsOf, type Definition, type DefinitionVersion } from '../definitions/definition.ts';
import { customSchema, type CustomSchema } from '../schema/custom-schema.ts';

/** One version of a definition with what is derived from its schema. Made when it is first needed: few versions are. */
export interface CompiledVersion {
  readonly apiVersion: string;
  readonly definition: DefinitionVersion;
  readonly schema: CustomSchema;
  /** By which objects are merged. */
  readonly mergeSchema: Schema | undefined;
  /** Prunes what was read before: what cannot be read by this schema stays as it is. */
  pruneReadable(object: KubeObject): void;
  /** Objects that were read by this schema and written whole need no second look. */
  readonly readsAsWritten: boolean;
}

/** All versions, also those that are not served: objects may be kept in them. By apiVersion. */
export function compiledVersions(definition: Readonly<Definition>): ReadonlyMap<string, CompiledVersion> {
  const { group, preserveUnknownFields = false } = definition.spec;
  const versions = versionsOf(definition).map((version): [string, CompiledVersion] => {
    const apiVersion = formatApiVersion({ group, version: version.name });
    return [apiVersion, new LazyVersion(apiVersion, version, preserveUnknownFields)];
  });
  return new Map(versions);
}

class LazyVersion implements CompiledVersion {
  readonly apiVersion: string;
  readonly definition: DefinitionVersion;
  readonly #preserveUnknownFields: boolean;
  #schema: CustomSchema | undefined;
  #mergeSchema: Schema | undefined;
  #readsAsWritten: boolean | undefined;

  constructor(apiVersion: string, definition: DefinitionVersion, preserveUnknownFields: boolean) {
    this.apiVersion = apiVersion;
    this.definition = definition;
    this.#preserveUnknownFields = preserveUnknownFields;
  }

  get schema(): CustomSchema {
    const preserveUnknownFields = this.#preserveUnknownFields;
    return (this.#schema ??= customSchema(this.definition.schema?.openAPIV3Schema, {
      preserveUnknownFields,
    }));
  }

  get mergeSchema(): Schema | undefined {
    const props = this.definition.schema?.openAPIV3Schema;
    if (props === undefined) return undefined;
    return (this.#mergeSchema ??= customResourceSchema(props as unknown as Schema));
  }

  pruneReadable(object: KubeObject): void {
    try {
      this.schema.prune(object);
    } catch (error) {
      if (!(error instanceof DecodeError)) throw error;
    }
  }

  /** Status is dropped after defaults were filled in: those of its own come back when the object is read. */
  get readsAsWritten(): boolean {
    return (this.#readsAsWritten ??= !this.#dropsDefaults());
  }

  #dropsDefaults(): boolean {
    const { schema, subresources } = this.definition;
    const status = schema?.openAPIV3Schema?.properties?.['status'];
    if (subresources?.status === undefined || status === undefined) return false;
    return schemasIn(status).some((one) => one.default !== undefined);
  }
}
