import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { JsonObject } from '../../json-value.ts';
import type { Schema } from '../../schema.ts';

const FOLDER = join(import.meta.dirname, '../../../generated');

/** A request to a real kube-apiserver and its answer; the object before it is that of the step before. */
export interface RecordedStep {
  /** For kinds with several versions: the one of the request, and of the object in the answer. */
  readonly apiVersion?: string;
  readonly verb: 'create' | 'apply' | 'merge' | 'put';
  readonly manager: string;
  readonly subresource?: 'status' | 'scale';
  readonly force?: true;
  readonly body?: JsonObject;
  readonly clears?: true;
  readonly at: string;
  readonly code: number;
  readonly object?: JsonObject;
  readonly refusal?: {
    readonly reason?: string;
    readonly message: string;
    readonly causes?: readonly JsonObject[];
  };
}

export interface RecordedRun {
  readonly seed: number;
  readonly steps: readonly RecordedStep[];
}

/** For tests: one kind's recorded runs. scripts/update-apply-fixtures.ts makes the files. */
export interface RecordedKind {
  readonly kubernetes: string;
  readonly scenario: string;
  readonly apiVersion: string;
  readonly kind: string;
  readonly definition?: {
    readonly spec: {
      readonly versions: readonly {
        readonly schema: { readonly openAPIV3Schema: Schema };
        readonly subresources?: {
          readonly status?: object;
          readonly scale?: { readonly specReplicasPath: string };
        };
      }[];
    };
  };
  readonly runs: readonly RecordedRun[];
}

export function recordedKinds(): readonly RecordedKind[] {
  return readdirSync(FOLDER)
    .filter((file) => /^structured-merge-(?!schemas).*\.json$/.test(file))
    .map((file) => readJson<RecordedKind>(file));
}

interface StoredSchema extends Omit<Schema, 'properties' | 'items' | 'additionalProperties'> {
  readonly $ref?: string;
  readonly properties?: Readonly<Record<string, StoredSchema>>;
  readonly items?: StoredSchema;
  readonly additionalProperties?: StoredSchema | boolean;
}

interface StoredSchemas {
  readonly kinds: Readonly<Record<string, string>>;
  readonly definitions: Readonly<Record<string, StoredSchema>>;
}

/** The published schemas of the built-in kinds that were recorded, by `apiVersion kind`. */
export function recordedSchemas(): ReadonlyMap<string, Schema> {
  const { kinds, definitions } = readJson<StoredSchemas>('structured-merge-schemas.json');
  const link = (stored: StoredSchema): Schema => {
    const { $ref, properties, items, additionalProperties, ...facts } = stored;
    return {
      ...($ref !== undefined && {
        title: $ref.slice($ref.lastIndexOf('.') + 1),
        ...link(definitions[$ref] ?? {}),
      }),
      ...facts,
      ...(properties && {
        properties: Object.fromEntries(
          Object.entries(properties).map(([name, field]) => [name, link(field)]),
        ),
      }),
      ...(items && { items: link(items) }),
      ...(additionalProperties !== undefined && {
        additionalProperties:
          typeof additionalProperties === 'boolean' ? additionalProperties : link(additionalProperties),
      }),
    };
  };
  return new Map(Object.entries(kinds).map(([kind, name]) => [kind, link({ $ref: name })]));
}

function readJson<T>(file: string): T {
  return JSON.parse(readFileSync(join(FOLDER, file), 'utf8')) as T;
}
