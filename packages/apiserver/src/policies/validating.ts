import type { Expression } from '../custom/schema/rules/expression.ts';
import type {
  AuditAnnotation,
  Validation,
  ValidatingPolicy,
  ValidatingPolicySpec,
} from '../kinds/admission/policy-spec.ts';
import { Evaluation, BudgetSpent } from './evaluation.ts';
import { compilePolicyExpression } from './expressions/policy-expression.ts';
import { compileVariables, type Activation, type PolicyVariables } from './expressions/policy-variables.ts';
import { compileConditions, meetsConditions, type CompiledCondition } from './match-conditions.ts';

type Compiled = Expression | { readonly problem: string };

export interface CompiledValidatingPolicy {
  readonly spec: ValidatingPolicySpec;
  readonly variables: PolicyVariables;
  readonly conditions: readonly CompiledCondition[];
  readonly validations: readonly CompiledValidation[];
  readonly annotations: readonly (AuditAnnotation & { readonly value: Compiled })[];
}

interface CompiledValidation {
  readonly validation: Validation;
  readonly expression: Compiled;
  readonly message: Compiled | undefined;
}

/** What is wrong with a request. `reason` of a failure, as opposed to a false expression, is always `Invalid`. */
export interface Decision {
  readonly message: string;
  readonly reason: string;
  /** Of an audit annotation: whatever a binding says, it denies. */
  readonly isOfAnnotation?: true;
}

export function compileValidatingPolicy({ spec = {} }: Readonly<ValidatingPolicy>): CompiledValidatingPolicy {
  const own = { hasParams: spec.paramKind !== undefined, hasAuthorizer: true, hasPatchTypes: false };
  const variables = compileVariables(spec.variables ?? [], own);
  const { scope } = variables;
  const inMessages = { ...scope, hasAuthorizer: false };
  return {
    spec,
    variables,
    conditions: compileConditions(spec.matchConditions, own),
    validations: (spec.validations ?? []).map((validation) => ({
      validation,
      expression: compilePolicyExpression(validation.expression ?? '', scope, ['bool']),
      message: validation.messageExpression
        ? compilePolicyExpression(validation.messageExpression, inMessages, ['string'])
        : undefined,
    })),
    annotations: (spec.auditAnnotations ?? []).map((annotation) => ({
      ...annotation,
      value: compilePolicyExpression(annotation.valueExpression ?? '', scope, ['string', 'null_type']),
    })),
  };
}

/** What of a policy a request does not meet; failures count as the policy says. */
export function decide(policy: CompiledValidatingPolicy, inputs: Activation): readonly Decision[] {
  const ofFailure = (message: string): readonly Decision[] =>
    policy.spec.failurePolicy === 'Ignore' ? [] : [{ message, reason: 'Invalid' }];
  const evaluation = new Evaluation();
  try {
    const conditions = meetsConditions(policy.conditions, inputs);
    if ('problem' in conditions) return ofFailure(conditions.problem);
    if (!conditions.isMet) return [];
    const activation = policy.variables.withVariables(inputs);
    return [
      ...policy.validations.flatMap((one) => decideOne(one, { evaluation, activation, ofFailure })),
      ...policy.annotations.flatMap(({ valueExpression = '', value }) => {
        const result = evaluation.run(valueExpression, value, activation);
        return 'problem' in result ? ofFailure(result.problem).map(asAnnotations) : [];
      }),
    ];
  } catch (error) {
    if (error instanceof BudgetSpent) return ofFailure(error.message);
    throw error;
  }
}

function asAnnotations(decision: Decision): Decision {
  return { ...decision, isOfAnnotation: true };
}

interface Deciding {
  readonly evaluation: Evaluation;
  readonly activation: Activation;
  readonly ofFailure: (message: string) => readonly Decision[];
}

function decideOne(
  { validation, expression, message }: CompiledValidation,
  { evaluation, activation, ofFailure }: Deciding,
): readonly Decision[] {
  const { expression: text = '', reason = 'Invalid' } = validation;
  const result = evaluation.run(text, expression, activation);
  if ('problem' in result) return ofFailure(result.problem);
  if (result.value === true) return [];
  const made = message && evaluation.run(validation.messageExpression ?? '', message, activation);
  const written = made !== undefined && 'value' in made ? shownMessage(made.value) : '';
  const said = written || (validation.message ?? '').trim() || `failed expression: ${text.trim()}`;
  return [{ message: said, reason }];
}

/** Longer messages are not shown. */
const MAX_MESSAGE_BYTES = 5 * 1024;

/** Empty for what cannot be shown in one line. */
function shownMessage(value: unknown): string {
  const text = typeof value === 'string' ? value.trim() : '';
  return Buffer.byteLength(text) > MAX_MESSAGE_BYTES || text.includes('\n') ? '' : text;
}
