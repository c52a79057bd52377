import { isDeepStrictEqual } from 'node:util';
import type { KubeObject } from '@banyan/api';
import type { JsonObject, Schema } from '@banyan/patch';
import { DecodeError } from '../decoding/decode-error.ts';
import { normaliseObject } from '../decoding/normalise-object.ts';
import { internalError } from '../errors/api-error.ts';
import { copyJson } from '../registry/copy-json.ts';
import type { ServedResource } from '../registry/served-resource.ts';
import { notMutated } from './denial.ts';
import { activationOf, BudgetSpent } from './evaluation.ts';
import { invocationsOf, type Invocation } from './invocations.ts';
import type { JudgedRequest, MatchedAs } from './judged-request.ts';
import { meetsConditions } from './match-conditions.ts';
import { MutationProblem } from './mutation-problem.ts';
import { mutated, type CompiledMutatingPolicy } from './mutating.ts';
import type { BoundPolicy } from './policy-index.ts';
import type { PolicyWorld } from './policy-world.ts';

type Policies = readonly BoundPolicy<CompiledMutatingPolicy>[];

/** The object as the policies make it; undefined if they leave it as it is. Throws what denies the request. */
export function mutate(
  policies: Policies,
  request: JudgedRequest,
  world: PolicyWorld,
): KubeObject | undefined {
  const first = new MutationRound(request, world);
  first.run(policies, () => true);
  if (first.object === undefined) return undefined;
  // Once more for those that ask for it if others changed the object after them.
  const again = new MutationRound({ ...request, object: first.object }, world);
  if (first.toRepeat.size > 0) again.run(policies, (invocation) => first.toRepeat.has(keyOf(invocation)));
  return again.object ?? first.object;
}

function keyOf({ policy, binding, params }: Invocation<CompiledMutatingPolicy>): string {
  const { namespace = '', name = '' } = params?.metadata ?? {};
  return [policy.name, binding.metadata.name, namespace, name].join('/');
}

/** Asks each policy in turn, with the object as those before it left it. */
class MutationRound {
  /** Undefined: nothing was changed. */
  object: KubeObject | undefined;
  readonly toRepeat = new Set<string>();
  readonly #asked = new Set<string>();
  readonly #request: JudgedRequest;
  readonly #world: PolicyWorld;
  readonly #problems: { readonly message: string; readonly reason: string }[] = [];

  constructor(request: JudgedRequest, world: PolicyWorld) {
    this.#request = request;
    this.#world = world;
  }

  run(policies: Policies, isWanted: (invocation: Invocation<CompiledMutatingPolicy>) => boolean): void {
    // What is to be asked is decided by the object that was sent.
    for (const invocation of invocationsOf(policies, this.#request, this.#world)) {
      if ('problem' in invocation) this.#fail(invocation, invocation.problem, 'Forbidden');
      else if (isWanted(invocation)) this.#ask(invocation);
    }
    if (this.object !== undefined) this.#repeatAsked();
    if (this.#problems.length > 0) throw notMutated(this.#request, this.#problems);
  }

  #ask(invocation: Invocation<CompiledMutatingPolicy>): void {
    const { policy, params } = invocation;
    const { spec, conditions, mutations, variables } = policy.compiled;
    const inputs = () =>
      activationOf(this.#request, this.#current(invocation), { params, world: this.#world });
    const met = conditions.length === 0 ? { isMet: true } : meetsConditions(conditions, inputs());
    if ('problem' in met) return this.#fail(invocation, met.problem, 'Invalid');
    if (!met.isMet) return;
    const before = this.object;
    for (const mutation of mutations) {
      const { object, kind } = this.#current(invocation);
      if (object === undefined) continue;
      try {
        const schemaOf = () => this.#schemaOf(invocation.matched);
        const activation = variables.withVariables(inputs());
        const made = mutated(mutation, object, { activation, schemaOf });
        this.#keep(invocation.matched, typed(made, kind, this.#servedAs(invocation.matched), mutation.type));
      } catch (error) {
        if (!(error instanceof MutationProblem) && !(error instanceof BudgetSpent)) throw error;
        this.#fail(invocation, error.message, 'Invalid');
      }
    }
    if (!isDeepStrictEqual(before ?? this.#request.object, this.object ?? this.#request.object))
      this.#repeatAsked();
    if (spec.reinvocationPolicy === 'IfNeeded') this.#asked.add(keyOf(invocation));
  }

  #repeatAsked(): void {
    for (const key of this.#asked) this.toRepeat.add(key);
    this.#asked.clear();
  }

  #fail(
    {
      policy,
      binding,
    }: Pick<Invocation<CompiledMutatingPolicy>, 'policy'> & {
      binding: Invocation<CompiledMutatingPolicy>['binding'] | undefined;
    },
    problem: string,
    reason: string,
  ): void {
    if (policy.compiled.spec.failurePolicy === 'Ignore') return;
    const by =
      binding === undefined
        ? `policy "${policy.name}"`
        : `policy '${policy.name}' with binding '${binding.metadata.name}'`;
    this.#problems.push({ message: `${by} denied request: ${problem}`, reason });
  }

  /** The object as it is now, in the version that the policy is about. */
  #current({ matched }: Invocation<CompiledMutatingPolicy>): MatchedAs {
    if (this.object === undefined) return matched;
    const { resource } = this.#request;
    const other = this.#servedAs(matched);
    const object =
      other === resource ? this.object : other.fromStorage(resource.toStorage(copyJson(this.object)));
    return { ...matched, object };
  }

  #keep(matched: MatchedAs, object: KubeObject): void {
    const { resource } = this.#request;
    const other = this.#servedAs(matched);
    this.object =
      other === resource ? object : copyJson(resource.fromStorage(other.toStorage(object)) as KubeObject);
  }

  #servedAs({ resource }: MatchedAs): ServedResource {
    const { resource: own } = this.#request;
    const isOwn = resource.group === own.group && resource.version === own.version;
    return isOwn ? own : (resource as ServedResource);
  }

  #schemaOf(matched: MatchedAs): Schema | undefined {
    const { group, version, kind } = matched.kind;
    const served = this.#servedAs(matched);
    if (kind === served.kind) return served.schema;
    throw new MutationProblem(
      `error applying patch: failed to convert patch object to typed object: no corresponding type for ${group}/${version}, Kind=${kind}`,
    );
  }
}

/** What was made, in the form in which objects are written. */
function typed(
  made: JsonObject,
  { group, version, kind }: MatchedAs['kind'],
  served: ServedResource,
  type: 'ApplyConfiguration' | 'JSONPatch',
): KubeObject {
  if (served.custom !== undefined) return withDefaults(copyJson(made) as unknown as KubeObject, kind, served);
  try {
    const { object, findings } = normaliseObject(made, { group, version, kind });
    if (findings.length > 0) throw new DecodeError(`strict decoding error: ${findings.join(', ')}`);
    return withDefaults(object, kind, served);
  } catch (error) {
    if (!(error instanceof DecodeError)) throw error;
    if (type === 'JSONPatch') throw internalError(error.message, error);
    throw new MutationProblem(error.message);
  }
}

function withDefaults(object: KubeObject, kind: string, served: ServedResource): KubeObject {
  if (kind === served.kind) served.strategy.applyDefaults(object);
  return object;
}
