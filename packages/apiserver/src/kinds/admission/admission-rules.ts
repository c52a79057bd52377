import type { KindRules } from '../kind-rules.ts';
import { policyBindingRules } from './policy-binding.ts';
import { validatingPolicyRules } from './validating-policy.ts';
import { mutatingWebhookRules, validatingWebhookRules } from './webhook-configuration.ts';

export function admissionRules(): KindRules[] {
  return [validatingPolicyRules, policyBindingRules, validatingWebhookRules, mutatingWebhookRules];
}
