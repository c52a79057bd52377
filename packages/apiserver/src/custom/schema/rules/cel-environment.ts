import { Environment } from '@marcbachmann/cel-js';
import {
  celClass,
  equalityText,
  RAW,
  toCel,
  type CelClass,
  type CelObject,
  type ToCel,
} from './cel-values.ts';
import type { DeclType, ObjectDecl } from './decl-type.ts';
import { addAddresses } from './library/addresses.ts';
import { addAuthorizers } from './library/authorizers.ts';
import { addConversions } from './library/conversions.ts';
import { addLists, IDENTITY } from './library/lists.ts';
import { addMacros } from './library/macros.ts';
import { addNamedFormats } from './library/named-formats.ts';
import { addPatterns } from './library/patterns.ts';
import { addQuantities } from './library/quantities.ts';
import { addSemver } from './library/semver.ts';
import { addStrings } from './library/strings.ts';
import { writtenName } from './library/register.ts';
import { addUrls } from './library/urls.ts';

/** Deeper or longer expressions than any that a person writes are refused. */
const LIMITS = {
  maxDepth: 200,
  maxAstNodes: 8000,
  maxListElements: 1000,
  maxMapEntries: 1000,
  maxCallArguments: 32,
};

let base: Environment | undefined;

/** Everything that rules know but their own object. Made once, when the first rule is read. */
export function baseEnvironment(): Environment {
  if (base !== undefined) return base;
  const environment = new Environment({
    enableOptionalTypes: true,
    // Checked by stricter-checks.ts, which knows where it does not matter.
    homogeneousAggregateLiterals: false,
    limits: LIMITS,
  });
  for (const add of [
    addStrings,
    addPatterns,
    addLists,
    addAddresses,
    addUrls,
    addQuantities,
    addSemver,
    addNamedFormats,
    addAuthorizers,
    addConversions,
    addMacros,
  ])
    add(environment);
  base = environment;
  return environment;
}

/** Where the rules of one schema are read: `self` and `oldSelf` are of its type. */
export interface RuleEnvironment {
  readonly environment: Environment;
  /** In which `oldSelf` may be missing. */
  readonly withOptionalOld: Environment;
  readonly toCel: ToCel;
  /** Of a type of object, by the library's name for it; undefined for any other type. */
  fieldsOf(typeName: string): ReadonlySet<string> | undefined;
}

let functionNames: ReadonlySet<string> | undefined;

/** Names of all functions, whatever they are for. */
export function knownFunctions(): ReadonlySet<string> {
  functionNames ??= new Set(
    baseEnvironment()
      .getDefinitions()
      .functions.map(({ name }) => writtenName(name)),
  );
  return functionNames;
}

const ofScalars = new Map<string, RuleEnvironment>();

export function ruleEnvironment(type: DeclType): RuleEnvironment {
  if (type.kind !== 'scalar') return makeEnvironment(type);
  const known = ofScalars.get(type.name) ?? makeEnvironment(type);
  ofScalars.set(type.name, known);
  return known;
}

function makeEnvironment(type: DeclType): RuleEnvironment {
  const types = new TypeNames(baseEnvironment().clone());
  const name = types.nameOf(type);
  const withSelf = (old: string): Environment =>
    types.environment.clone().registerVariable('self', name).registerVariable('oldSelf', old);
  return {
    environment: withSelf(name),
    withOptionalOld: withSelf(`optional<${name}>`),
    toCel: types.toCel(type),
    fieldsOf: (typeName) => types.fieldsOf(typeName),
  };
}

const SCALAR_NAMES: Readonly<Record<string, string>> = {
  duration: 'google.protobuf.Duration',
  timestamp: 'google.protobuf.Timestamp',
};

/** Names of the types of objects: the library keeps every name that it ever saw, so they are the same for all. */
export const OBJECT_TYPE = /^Object\d+$/;

/** Registers the types of objects, inner ones first. */
export class TypeNames {
  readonly environment: Environment;
  readonly #classes = new Map<ObjectDecl, { readonly name: string; readonly made: CelClass }>();

  readonly #fields = new Map<string, ReadonlySet<string>>();

  constructor(environment: Environment) {
    this.environment = environment;
  }

  nameOf(type: DeclType): string {
    switch (type.kind) {
      case 'scalar':
        return SCALAR_NAMES[type.name] ?? type.name;
      case 'list':
        return `list<${this.nameOf(type.element)}>`;
      case 'map':
        return `map<string, ${this.nameOf(type.element)}>`;
      case 'object':
        return this.#register(type).name;
    }
  }

  fieldsOf(typeName: string): ReadonlySet<string> | undefined {
    return this.#fields.get(typeName);
  }

  toCel(type: DeclType): ToCel {
    return toCel(type, (object) => this.#register(object).made);
  }

  #register(type: ObjectDecl): { readonly name: string; readonly made: CelClass } {
    const known = this.#classes.get(type);
    if (known !== undefined) return known;
    const fields: Record<string, string> = {};
    for (const [escaped, field] of type.fields) fields[escaped] = this.nameOf(field.type);
    const made = celClass(type, (of) => this.toCel(of));
    Object.defineProperty(made.prototype, IDENTITY, {
      value(this: CelObject): string {
        return equalityText(this[RAW], type);
      },
    });
    const name = `Object${this.#classes.size}`;
    this.environment.registerType(name, { ctor: made, fields });
    this.environment.registerOperator(
      `${name} == ${name}`,
      (a: CelObject, b: CelObject) => equalityText(a[RAW], type) === equalityText(b[RAW], type),
    );
    this.#fields.set(name, new Set(Object.keys(fields)));
    const registered = { name, made };
    this.#classes.set(type, registered);
    return registered;
  }
}
