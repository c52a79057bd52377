import type { Environment } from '@marcbachmann/cel-js';
import { baseEnvironment, TypeNames } from '../../custom/schema/rules/cel-environment.ts';
import { RAW, type CelObject, type ToCel } from '../../custom/schema/rules/cel-values.ts';
import { AUTHORIZER } from '../../custom/schema/rules/library/authorizers.ts';
import { addFunctions } from '../../custom/schema/rules/library/register.ts';
import { NAMESPACE_TYPE, REQUEST_TYPE } from './input-types.ts';

/** What an expression may name besides the object and the request. */
export interface ExpressionScope {
  readonly hasParams: boolean;
  readonly hasAuthorizer: boolean;
  /** Whether it may make values to patch with. */
  readonly hasPatchTypes: boolean;
  /** What `variables` is, if the policy has some. */
  readonly variables?: VariablesType;
}

export interface VariablesType {
  readonly ctor: new (...args: never[]) => object;
  /** By name, the library's name of the type. */
  readonly fields: Readonly<Record<string, string>>;
}

export interface PolicyInputs {
  /** With the types of `request` and `namespaceObject`, without variables. */
  readonly environment: Environment;
  readonly requestToCel: ToCel;
  readonly namespaceToCel: ToCel;
  readonly requestName: string;
  readonly namespaceName: string;
  fieldsOf(typeName: string): ReadonlySet<string> | undefined;
}

/** Stands for the namespace of what has none: equal to null, and nothing is in it. */
export const NO_NAMESPACE: Readonly<Record<string, never>> = Object.freeze({});

let known: PolicyInputs | undefined;

/** Made once, when the first policy is read. */
export function policyInputs(): PolicyInputs {
  known ??= makeInputs();
  return known;
}

function makeInputs(): PolicyInputs {
  const types = new TypeNames(baseEnvironment().clone());
  const requestName = types.nameOf(REQUEST_TYPE);
  const namespaceName = types.nameOf(NAMESPACE_TYPE);
  types.environment.registerOperator(
    `${namespaceName} == null`,
    (namespace: CelObject) => namespace[RAW] === NO_NAMESPACE,
  );
  return {
    environment: types.environment,
    requestToCel: types.toCel(REQUEST_TYPE),
    namespaceToCel: types.toCel(NAMESPACE_TYPE),
    requestName,
    namespaceName,
    fieldsOf: (typeName) => types.fieldsOf(typeName),
  };
}

class JsonPatchNamespace {}

const withoutVariables = new Map<string, Environment>();

/** Not to be changed: a clone may be. */
export function policyEnvironment(scope: ExpressionScope): Environment {
  const { hasParams, hasAuthorizer, hasPatchTypes, variables } = scope;
  const key = [hasParams, hasAuthorizer, hasPatchTypes].join();
  const plain = withoutVariables.get(key) ?? makeEnvironment(scope);
  withoutVariables.set(key, plain);
  if (variables === undefined) return plain;
  const environment = plain.clone();
  environment.registerType('Variables', variables);
  return environment.registerVariable('variables', 'Variables');
}

function makeEnvironment({ hasParams, hasAuthorizer, hasPatchTypes }: ExpressionScope): Environment {
  const { environment: base, requestName, namespaceName } = policyInputs();
  const environment = base.clone();
  environment
    .registerVariable('object', 'dyn')
    .registerVariable('oldObject', 'dyn')
    .registerVariable('request', requestName)
    .registerVariable('namespaceObject', namespaceName);
  if (hasParams) environment.registerVariable('params', 'dyn');
  if (hasAuthorizer) environment.registerVariable('authorizer', AUTHORIZER);
  if (hasPatchTypes) addJsonPatch(environment);
  return environment;
}

function addJsonPatch(environment: Environment): void {
  environment.registerType('JsonPatchNamespace', JsonPatchNamespace);
  environment.registerConstant('jsonpatch', 'JsonPatchNamespace', new JsonPatchNamespace());
  addFunctions(environment, {
    'JsonPatchNamespace.escapeKey(string): string': (_: unknown, key: string) =>
      key.replaceAll('~', '~0').replaceAll('/', '~1'),
  });
}
