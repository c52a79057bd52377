import type { Expression } from '../../custom/schema/rules/expression.ts';
import { evaluationProblem } from '../../custom/schema/rules/library/register.ts';
import { runtimeProblem } from '../../custom/schema/rules/runtime-problem.ts';
import type { ExpressionScope, VariablesType } from './policy-environment.ts';
import { compilePolicyExpression } from './policy-expression.ts';

export interface NamedExpression {
  readonly name?: string;
  readonly expression?: string;
}

/** What an expression is evaluated with, by the names that it uses. */
export type Activation = Readonly<Record<string, unknown>>;

type VariablesClass = new (activation: Activation) => object;

/** The variables of a policy, read in order: each may use those before it. */
export interface PolicyVariables {
  /** What expressions may name after them. */
  readonly scope: ExpressionScope;
  /** By place: why a variable cannot be read. */
  readonly problems: ReadonlyMap<number, { readonly problem: string; readonly isBeyondUs: boolean }>;
  /** The activation with `variables` in it, each evaluated when it is first used. */
  withVariables(activation: Activation): Activation;
}

/** `areAlwaysThere`: a policy that has none still knows the word. */
export function compileVariables(
  list: readonly NamedExpression[],
  scope: ExpressionScope,
  { areAlwaysThere = false }: { readonly areAlwaysThere?: boolean } = {},
): PolicyVariables {
  if (list.length === 0 && !areAlwaysThere)
    return { scope, problems: new Map(), withVariables: (activation) => activation };
  const ctor = variablesClass();
  const problems = new Map<number, { problem: string; isBeyondUs: boolean }>();
  let fields: VariablesType['fields'] = {};
  for (const [i, { name = '', expression = '' }] of list.entries()) {
    const read = compilePolicyExpression(expression, { ...scope, variables: { ctor, fields } }, undefined);
    if ('problem' in read) problems.set(i, read);
    if (!isUsableName(name)) continue;
    defineVariable(ctor, name, read);
    fields = { ...fields, [name]: 'problem' in read ? 'dyn' : fieldType(read.type) };
  }
  return {
    scope: { ...scope, variables: { ctor, fields } },
    problems,
    withVariables: (activation) => ({ ...activation, variables: new ctor(activation) }),
  };
}

function variablesClass(): VariablesClass {
  return class {
    readonly [ACTIVATION]: Activation;
    readonly [KNOWN] = new Map<string, unknown>();

    constructor(activation: Activation) {
      this[ACTIVATION] = { ...activation, variables: this };
    }
  };
}

const ACTIVATION = Symbol('activation');
const KNOWN = Symbol('known');

interface Evaluated {
  readonly [ACTIVATION]: Activation;
  readonly [KNOWN]: Map<string, unknown>;
}

function defineVariable(
  ctor: VariablesClass,
  name: string,
  read: Expression | { readonly problem: string },
): void {
  Object.defineProperty(ctor.prototype, name, {
    configurable: true,
    get(this: Evaluated): unknown {
      if (this[KNOWN].has(name)) return this[KNOWN].get(name);
      if ('problem' in read)
        throw evaluationProblem(`composited variable "${name}" fails to compile: ${read.problem}`);
      const value = evaluated(name, read, this[ACTIVATION]);
      this[KNOWN].set(name, value);
      return value;
    },
  });
}

function evaluated(name: string, expression: Expression, activation: Activation): unknown {
  try {
    return expression.evaluate(activation);
  } catch (error) {
    throw evaluationProblem(`composited variable "${name}" fails to evaluate: ${runtimeProblem(error)}`);
  }
}

/** The library knows values by their constructor. */
function isUsableName(name: string): boolean {
  return /^[_a-zA-Z]\w*$/.test(name) && name !== 'constructor' && name !== '__proto__';
}

const SIMPLE = /^(?:bool|int|uint|double|string|bytes|google\.protobuf\.(?:Timestamp|Duration))$/;

/** Lists and maps of what is simple are known; of anything else nothing is. */
function fieldType(type: string): string {
  if (SIMPLE.test(type)) return type;
  const [, element = ''] = /^list<(.*)>$/.exec(type) ?? [];
  if (element !== '' && fieldType(element) === element) return type;
  const [, value = ''] = /^map<string, (.*)>$/.exec(type) ?? [];
  return value !== '' && fieldType(value) === value ? type : 'dyn';
}
