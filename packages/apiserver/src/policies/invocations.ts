import type { KubeObject } from '@banyan/api';
import type { CommonPolicySpec, PolicyBinding } from '../kinds/admission/policy-spec.ts';
import type { JudgedRequest, MatchedAs } from './judged-request.ts';
import { collectParams, ParamProblem, paramResource } from './matching/collect-params.ts';
import { matchRequest, MatchProblem } from './matching/match-request.ts';
import type { BoundPolicy } from './policy-index.ts';
import type { PolicyWorld } from './policy-world.ts';

/** A policy that is to be asked about a request, by one of its bindings and with one of its parameters. */
export interface Invocation<Compiled> {
  readonly policy: BoundPolicy<Compiled>;
  readonly binding: Readonly<PolicyBinding>;
  readonly params: Readonly<KubeObject> | undefined;
  readonly matched: MatchedAs;
}

/** A policy, or one of its bindings, that cannot be asked. */
export interface Misconfiguration<Compiled> {
  readonly policy: BoundPolicy<Compiled>;
  readonly binding: Readonly<PolicyBinding> | undefined;
  readonly problem: string;
}

/** What is to be asked about a request, in order. */
export function* invocationsOf<Compiled extends { readonly spec: CommonPolicySpec }>(
  policies: readonly BoundPolicy<Compiled>[],
  request: JudgedRequest,
  world: PolicyWorld,
): Generator<Invocation<Compiled> | Misconfiguration<Compiled>> {
  for (const policy of policies) {
    const { spec } = policy.compiled;
    const found = attempt(() => {
      const matched = matchRequest(spec.matchConstraints, request, world);
      return matched && { matched, resource: paramResource(spec.paramKind, world) };
    });
    if (found === undefined) continue;
    if ('problem' in found) {
      yield { policy, binding: undefined, problem: `failed to configure policy: ${found.problem}` };
      continue;
    }
    for (const binding of policy.bindings) {
      const { matchResources, paramRef: ref } = binding.spec ?? {};
      const params = attempt(() => {
        if (matchRequest(matchResources, request, world) === undefined) return undefined;
        const { resource } = found;
        return { all: collectParams({ resource, ref, namespace: request.namespace }, world) };
      });
      if (params === undefined) continue;
      if ('problem' in params)
        yield { policy, binding, problem: `failed to configure binding: ${params.problem}` };
      else for (const one of params.all) yield { policy, binding, params: one, matched: found.matched };
    }
  }
}

function attempt<T>(make: () => T): T | { readonly problem: string } {
  try {
    return make();
  } catch (error) {
    if (error instanceof MatchProblem || error instanceof ParamProblem) return { problem: error.message };
    throw error;
  }
}
