import type { PolicyBinding } from '../kinds/admission/policy-spec.ts';
import { denied } from './denial.ts';
import { activationOf } from './evaluation.ts';
import { invocationsOf } from './invocations.ts';
import type { JudgedRequest } from './judged-request.ts';
import type { BoundPolicy } from './policy-index.ts';
import type { PolicyWorld } from './policy-world.ts';
import { decide, type CompiledValidatingPolicy, type Decision } from './validating.ts';

/**
 * Asks every policy that is about a request, and warns of what is to be warned of. Throws what denies it first. Audit
 * annotations are made and thrown away: there is no audit log.
 */
export function validate(
  policies: readonly BoundPolicy<CompiledValidatingPolicy>[],
  request: JudgedRequest,
  world: PolicyWorld,
): void {
  const denials: { readonly message: string; readonly reason: string }[] = [];
  const deny = (policy: string, binding: string | undefined, { message, reason }: Decision): void => {
    const by = binding === undefined ? '' : ` with binding '${binding}'`;
    denials.push({
      message: `ValidatingAdmissionPolicy '${policy}'${by} denied request: ${message}`,
      reason,
    });
  };
  for (const invocation of invocationsOf(policies, request, world)) {
    const { policy, binding } = invocation;
    const by = binding?.metadata.name;
    if ('problem' in invocation) {
      if (policy.compiled.spec.failurePolicy !== 'Ignore')
        deny(policy.name, by, { message: invocation.problem, reason: 'Invalid' });
      continue;
    }
    const { matched, params } = invocation;
    for (const decision of decide(policy.compiled, activationOf(request, matched, { params, world }))) {
      const actions = actionsOf(invocation.binding);
      if (actions.includes('Deny') || decision.isOfAnnotation === true) deny(policy.name, by, decision);
      if (actions.includes('Warn') && decision.isOfAnnotation !== true)
        request.warn(
          `Validation failed for ValidatingAdmissionPolicy '${policy.name}' with binding '${by}': ${decision.message}`,
        );
    }
  }
  const [first] = denials;
  if (first !== undefined) throw denied(request, first.message, first.reason);
}

function actionsOf({ spec }: Readonly<PolicyBinding>): readonly string[] {
  return spec?.validationActions ?? [];
}
