import type { KindRules } from '../kind-rules.ts';
import { clusterRoleBindingRules, roleBindingRules } from './role-binding.ts';
import { clusterRoleRules, roleRules } from './role.ts';
import { signingRequestRules } from './signing-request.ts';

/** Who may do what, and certificates by which people show who they are. */
export function accessRules(): KindRules[] {
  return [roleRules, clusterRoleRules, roleBindingRules, clusterRoleBindingRules, signingRequestRules];
}
