import type { KubeObject } from '@banyan/api';
import type { Condition } from '../policy/condition-validation.ts';
import type { MatchCondition, MatchResources } from './match-resources.ts';
import type { ParamKind, ParamRef } from './policy-params.ts';

/** A variable of a policy: an expression with a name. */
export interface PolicyVariable {
  name?: string;
  expression?: string;
}

/** What validating and mutating policies have in common. */
export interface CommonPolicySpec {
  paramKind?: ParamKind;
  matchConstraints?: MatchResources;
  failurePolicy?: string;
  matchConditions?: MatchCondition[];
  variables?: PolicyVariable[];
}

export interface Validation {
  expression?: string;
  message?: string;
  reason?: string;
  messageExpression?: string;
}

export interface AuditAnnotation {
  key?: string;
  valueExpression?: string;
}

export interface ValidatingPolicySpec extends CommonPolicySpec {
  validations?: Validation[];
  auditAnnotations?: AuditAnnotation[];
}

export interface ValidatingPolicy extends KubeObject {
  spec?: ValidatingPolicySpec;
  status?: {
    conditions?: Condition[];
    typeChecking?: { expressionWarnings?: { fieldRef?: string; warning?: string }[] };
  };
}

export interface Mutation {
  patchType?: string;
  applyConfiguration?: { expression?: string };
  jsonPatch?: { expression?: string };
}

export interface MutatingPolicySpec extends CommonPolicySpec {
  mutations?: Mutation[];
  reinvocationPolicy?: string;
}

export interface MutatingPolicy extends KubeObject {
  spec?: MutatingPolicySpec;
}

export interface PolicyBinding extends KubeObject {
  spec?: {
    policyName?: string;
    paramRef?: ParamRef;
    matchResources?: MatchResources;
    /** Of validating policies alone. */
    validationActions?: string[];
  };
}
