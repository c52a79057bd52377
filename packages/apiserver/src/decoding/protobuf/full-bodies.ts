import { formatApiVersion, type GoStruct, type GoType, type GroupVersionKind } from '@banyan/api';
import { structOfKind } from '../typed/go-objects.ts';
import { builtInKinds } from './built-in-kinds.ts';

export interface FullBody {
  readonly expected: GroupVersionKind;
  readonly body: object;
}

/**
 * A body of every built-in kind. Between them they have every field of every type: all that a type has where it comes
 * first, one field of it later. No two values are the same, so that none can be taken for another. Always the same.
 */
export function fullBodies(): FullBody[] {
  const filler = new Filler();
  return builtInKinds().map((expected) => {
    const struct = structOfKind(expected);
    const identity = { kind: expected.kind, apiVersion: formatApiVersion(expected) };
    return { expected, body: { ...identity, ...(struct !== undefined && filler.struct(struct)) } };
  });
}

class Filler {
  #count = 0;
  readonly #seen = new Set<GoStruct>();

  value(type: GoType): unknown {
    this.#count += 1;
    switch (type.kind) {
      case 'string':
        return `v${this.#count}`;
      case 'bool':
        return true;
      case 'int':
      case 'uint':
        return type.bits === 64 ? 2 ** 40 + this.#count : this.#count;
      case 'float':
        return this.#count + 0.5;
      case 'bytes':
        return Buffer.from(`b${this.#count}`).toString('base64');
      case 'pointer':
        return this.value(type.of);
      case 'list':
        return [this.value(type.of), this.value(type.of)];
      case 'map':
        return { [`k${this.#count}`]: this.value(type.of), a: this.value(type.of) };
      case 'struct':
        return this.struct(type);
      case 'custom':
        return this.#custom(type.name);
      case 'any':
        throw new Error('no type of Kubernetes holds just anything');
    }
  }

  struct(struct: GoStruct): Record<string, unknown> {
    const fields = struct.fields.filter(({ embeddedIn }) => !embeddedIn.includes('TypeMeta'));
    const filled = this.#seen.has(struct) ? fields.slice(0, 1) : fields;
    this.#seen.add(struct);
    return Object.fromEntries(filled.map(({ name, type }) => [name, this.value(type)]));
  }

  #custom(name: string): unknown {
    const title = name.slice(name.lastIndexOf('.') + 1);
    const seconds = String(this.#count % 60).padStart(2, '0');
    const minutes = String(Math.floor(this.#count / 60) % 60).padStart(2, '0');
    switch (title) {
      case 'Time':
        return `2026-01-02T03:${minutes}:${seconds}Z`;
      case 'MicroTime':
        return `2026-01-02T03:${minutes}:${seconds}.${String(this.#count).padStart(6, '0')}Z`;
      case 'Quantity':
        return `${this.#count}Mi`;
      case 'IntOrString':
        return this.#count % 2 === 0 ? this.#count : `${this.#count}%`;
      case 'JSONSchemaPropsOrBool':
        return this.#count % 2 === 0;
      case 'JSONSchemaPropsOrArray':
        return [{ type: `t${this.#count}` }, { type: 'u' }];
      case 'JSONSchemaPropsOrStringArray':
        return [`p${this.#count}`];
      default:
        return { raw: [this.#count, 'x', null, { deep: true }] };
    }
  }
}
