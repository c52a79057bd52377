import type { KubeObject } from '@banyan/api';
import { Authorizer } from '../custom/schema/rules/library/authorizers.ts';
import type { Expression } from '../custom/schema/rules/expression.ts';
import { meter, ObjectBudget } from '../custom/schema/rules/meter.ts';
import { toDynamic } from './expressions/dynamic-values.ts';
import { NO_NAMESPACE, policyInputs } from './expressions/policy-environment.ts';
import type { Activation } from './expressions/policy-variables.ts';
import { optionsOf, requestFacts, type JudgedRequest, type MatchedAs } from './judged-request.ts';
import type { PolicyWorld } from './policy-world.ts';

/** All expressions of a policy together were too much. */
export class BudgetSpent extends Error {
  constructor() {
    super('validation failed due to running out of cost budget, no further validation rules will be run');
  }
}

/** Runs expressions for one request, as long as they do not cost too much together. */
export class Evaluation {
  readonly #budget = new ObjectBudget();

  /** The value, or what went wrong. Throws BudgetSpent. */
  run(
    text: string,
    expression: Expression | { readonly problem: string },
    activation: Activation,
  ): { readonly value: unknown } | { readonly problem: string } {
    if ('problem' in expression) return { problem: `compilation error: ${expression.problem}` };
    const result = expression.run(activation);
    this.#budget.spend(meter.spent);
    if (this.#budget.isSpent) throw new BudgetSpent();
    if ('value' in result) return result;
    return { problem: `expression '${text}' resulted in error: ${result.problem}` };
  }
}

/** What expressions see of a request that was taken as something. */
export function activationOf(
  request: JudgedRequest,
  matched: MatchedAs,
  { params, world }: { readonly params: Readonly<KubeObject> | undefined; readonly world: PolicyWorld },
): Activation {
  const { requestToCel, namespaceToCel } = policyInputs();
  const facts = requestFacts(request, matched);
  const options = optionsOf(request);
  const { group, resource } = request.resource;
  const { namespace, name, subresource } = request;
  const asked = { group, resource, subresource, namespace, name };
  return {
    object: toDynamic(matched.object),
    oldObject: toDynamic(matched.old),
    params: toDynamic(params),
    request: requestToCel(options === undefined ? facts : { ...facts, options: toDynamic(options) }),
    namespaceObject: namespaceToCel(namespaceOf(request, world) ?? NO_NAMESPACE),
    authorizer: new Authorizer(world.accessOf(request.user), asked),
  };
}

/** A Namespace is in no other, whatever its requests say. */
function namespaceOf({ namespace, kind }: JudgedRequest, world: PolicyWorld): object | undefined {
  const isNamespace = kind.group === '' && kind.version === 'v1' && kind.kind === 'Namespace';
  if (namespace === '' || isNamespace) return undefined;
  const found = world.namespace(namespace);
  if (found === undefined) return undefined;
  const { managedFields: _, ownerReferences: __, ...metadata } = found.metadata;
  return { ...found, metadata };
}
