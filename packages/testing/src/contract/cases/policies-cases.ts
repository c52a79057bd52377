import { contractCases } from '../contract-case.ts';
import { policyDenialCases } from './policies-denials.ts';
import { policyFailureCases } from './policies-failures.ts';
import { policyInputCases } from './policies-inputs.ts';
import { policyMatchCases } from './policies-matching.ts';
import { policyMutationCases } from './policies-mutations.ts';
import { policyParamCases } from './policies-params.ts';

export const policyCases = contractCases('policies', [
  ...policyDenialCases,
  ...policyMatchCases,
  ...policyInputCases,
  ...policyParamCases,
  ...policyFailureCases,
  ...policyMutationCases,
]);
