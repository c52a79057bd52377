import type { KubeObject, StatusCause } from '@banyan/api';
import { DecodeError } from '../../../decoding/decode-error.ts';
import { customSchema, type CustomSchema } from '../custom-schema.ts';
import type { JsonSchemaProps } from '../json-schema-props.ts';
import { structuralProblems } from '../structural-problems.ts';
import { cloneJson, isObject, type JsonObject } from '../values/json-value.ts';

export interface ThingAnswer {
  readonly status: number;
  readonly object?: KubeObject;
  readonly causes: readonly StatusCause[];
  readonly warnings: readonly string[];
}

interface Definition {
  readonly spec: {
    readonly versions: readonly {
      readonly schema?: { readonly openAPIV3Schema?: JsonSchemaProps };
      readonly subresources?: { readonly status?: object };
    }[];
  };
}

/** As much of a server as shows what schemas say: one definition, and things by their names. */
export class ThingServer {
  #schema: CustomSchema = customSchema(undefined, { preserveUnknownFields: true });
  #definition: JsonObject = {};
  readonly #things = new Map<string, KubeObject>();

  define(body: JsonObject, method: string): ThingAnswer {
    const definition = method === 'PATCH' ? (merged(this.#definition, body) as JsonObject) : body;
    const [version] = (definition as unknown as Definition).spec.versions;
    const schema = version?.schema?.openAPIV3Schema ?? {};
    const causes = structuralProblems(schema, 'spec.validation.openAPIV3Schema', {
      hasStatus: version?.subresources?.status !== undefined,
    });
    if (causes.length > 0) return { status: 422, causes, warnings: [] };
    this.#definition = definition;
    this.#schema = customSchema(schema, { preserveUnknownFields: false });
    return { status: 201, causes, warnings: [] };
  }

  create(body: KubeObject): ThingAnswer {
    return this.#kept(this.tryCreate(body));
  }

  /** Answers without keeping the object. */
  tryCreate(body: KubeObject): ThingAnswer {
    return this.#answer(body, undefined);
  }

  tryUpdate(body: KubeObject): ThingAnswer {
    return this.#answer(body, this.#things.get(body.metadata.name ?? ''));
  }

  patch(name: string, patch: JsonObject): ThingAnswer {
    const old = this.#things.get(name);
    return this.#kept(this.#answer(merged(old, patch) as KubeObject, old));
  }

  read(name: string): ThingAnswer {
    const object = this.#things.get(name);
    if (!object) return { status: 404, causes: [], warnings: [] };
    return { status: 200, object: this.#filled(object), causes: [], warnings: [] };
  }

  #kept(answer: ThingAnswer): ThingAnswer {
    const { object } = answer;
    if (object) this.#things.set(object.metadata.name ?? '', object);
    return answer;
  }

  #answer(body: KubeObject, old: KubeObject | undefined): ThingAnswer {
    const object = cloneJson(body);
    object.metadata.name ??= `${object.metadata.generateName ?? ''}x`;
    const warnings: string[] = [];
    try {
      warnings.push(...this.#schema.prune(object).map((path) => `unknown field "${path}"`));
    } catch (error) {
      if (!(error instanceof DecodeError)) throw error;
      return { status: 400, causes: [{ message: error.message }], warnings: [] };
    }
    this.#schema.applyDefaults(object);
    const before = old && this.#filled(old);
    const causes = this.#schema.validate(object, before, { warn: (text) => warnings.push(text) });
    if (causes.length > 0) return { status: 422, causes, warnings };
    return { status: old ? 200 : 201, object, causes, warnings };
  }

  #filled(kept: KubeObject): KubeObject {
    const object = cloneJson(kept);
    this.#schema.applyDefaults(object);
    return object;
  }
}

function merged(target: unknown, patch: unknown): unknown {
  if (!isObject(patch)) return patch;
  const result: JsonObject = isObject(target) ? { ...target } : {};
  for (const [key, value] of Object.entries(patch)) {
    if (value === null) delete result[key];
    else result[key] = merged(result[key], value);
  }
  return result;
}
