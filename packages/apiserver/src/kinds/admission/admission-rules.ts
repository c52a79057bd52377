import type { KindRules } from '../kind-rules.ts';
import { mutatingPolicyRules } from './mutating-policy.ts';
import { mutatingBindingRules, validatingBindingRules } from './policy-binding.ts';
import { validatingPolicyRules } from './validating-policy.ts';
import { mutatingWebhookRules, validatingWebhookRules } from './webhook-configuration.ts';

export function admissionRules(): KindRules[] {
  return [
    validatingPolicyRules,
    validatingBindingRules,
    mutatingPolicyRules,
    mutatingBindingRules,
    validatingWebhookRules,
    mutatingWebhookRules,
  ];
}
