import type { KubeObject } from '@banyan/api';
import { mergeConfiguration, type JsonObject, type Schema } from '@banyan/patch';
import type { Expression } from '../custom/schema/rules/expression.ts';
import { Message } from '../custom/schema/rules/library/messages.ts';
import type { MutatingPolicy, MutatingPolicySpec } from '../kinds/admission/policy-spec.ts';
import { Evaluation } from './evaluation.ts';
import { toJson } from './expressions/dynamic-values.ts';
import { compilePolicyExpression } from './expressions/policy-expression.ts';
import { compileVariables, type Activation, type PolicyVariables } from './expressions/policy-variables.ts';
import { jsonPatched } from './json-patch-mutation.ts';
import { compileConditions, type CompiledCondition } from './match-conditions.ts';
import { misnamedTypes } from './message-type-names.ts';
import { MutationProblem } from './mutation-problem.ts';

export interface CompiledMutatingPolicy {
  readonly spec: MutatingPolicySpec;
  readonly variables: PolicyVariables;
  readonly conditions: readonly CompiledCondition[];
  readonly mutations: readonly CompiledMutation[];
}

export interface CompiledMutation {
  readonly type: 'ApplyConfiguration' | 'JSONPatch';
  readonly text: string;
  readonly expression: Expression | { readonly problem: string };
}

export function compileMutatingPolicy({ spec = {} }: Readonly<MutatingPolicy>): CompiledMutatingPolicy {
  const own = { hasParams: spec.paramKind !== undefined, hasAuthorizer: true, hasPatchTypes: false };
  const variables = compileVariables(spec.variables ?? [], own);
  const scope = { ...variables.scope, hasPatchTypes: true };
  return {
    spec,
    variables,
    conditions: compileConditions(spec.matchConditions, own),
    mutations: (spec.mutations ?? []).map(({ patchType, applyConfiguration, jsonPatch }) => {
      const isPatch = patchType === 'JSONPatch';
      const text = (isPatch ? jsonPatch : applyConfiguration)?.expression ?? '';
      const wanted = [isPatch ? 'list(JSONPatch)' : 'Object'];
      return {
        type: isPatch ? 'JSONPatch' : 'ApplyConfiguration',
        text,
        expression: compilePolicyExpression(text, scope, wanted),
      };
    }),
  };
}

/** What a mutation makes of an object, in no particular form. Throws a MutationProblem, or BudgetSpent. */
export function mutated(
  mutation: CompiledMutation,
  object: Readonly<KubeObject>,
  { activation, schemaOf }: { activation: Activation; schemaOf: () => Schema | undefined },
): JsonObject {
  const { text, expression, type } = mutation;
  if ('problem' in expression) throw new MutationProblem(expression.problem);
  const result = new Evaluation().run(text, expression, activation);
  if ('problem' in result) throw new MutationProblem(result.problem);
  const live = object as unknown as JsonObject;
  if (type === 'JSONPatch') return jsonPatched(live, result.value);
  const misnamed = misnamedTypes(result.value);
  if (misnamed !== '') throw new MutationProblem(`type mismatch: ${misnamed}`);
  if (!(result.value instanceof Message))
    throw new MutationProblem('unsupported return type from ApplyConfiguration expression');
  const { kind, apiVersion } = object;
  const configuration = { ...(jsonOf(result.value) as JsonObject), kind, apiVersion };
  const merged = mergeConfiguration(live, configuration, schemaOf());
  if ('problem' in merged) throw new MutationProblem(`error applying patch: ${merged.problem}`);
  return merged.merged;
}

function jsonOf(value: unknown): unknown {
  try {
    return toJson(value);
  } catch (error) {
    throw new MutationProblem(`invalid return type: ${(error as Error).message}`);
  }
}
