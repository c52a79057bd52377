import type { StatusCause } from '@banyan/api';
import { forbidden, internalFieldError, invalidValue } from '../../../kinds/fields/field-error.ts';
import { internalRule } from '../definition/internal-form.ts';
import type { RuleScopes } from '../definition/schema-walk.ts';
import type { JsonSchemaProps } from '../json-schema-props.ts';
import { ruleEnvironment } from './cel-environment.ts';
import { compileRule, type CompiledRule } from './compiled-rule.ts';
import { costOf } from './cost-estimate.ts';
import { declTypeOf, objectTypes, type DeclType } from './decl-type.ts';

/** What one rule may cost at worst, and all rules of a schema together. */
const MAX_COST_OF_RULE = 10_000_000;
const MAX_COST_OF_SCHEMA = 100_000_000;
const MAX_REQUEST_BYTES = 3 * 1024 * 1024;

/** Reading rules takes about a millisecond for three of these: a definition must not hold up the server for long. */
const MAX_WORK = 10_000;
/** That one rule sees: the time grows with their square. */
const MAX_OBJECT_TYPES = 2000;

interface RuleScope {
  readonly schema: JsonSchemaProps;
  readonly isRoot: boolean;
  /** How many values of the schema an object can have; undefined if nothing limits it. */
  readonly cardinality: number | undefined;
}

interface Expense {
  readonly path: string;
  readonly cost: number;
}

/** Reads the rules of a schema for a definition that is being written, and adds up what they may cost. */
export class RuleBudget {
  readonly root: RuleScope;
  readonly scopes: Omit<RuleScopes<RuleScope>, 'root'> = {
    property: inside,
    items: inside,
    additional: inside,
    problems: (schema, path, { scope, uncorrelatable }) =>
      this.#problems(schema, path, scope, uncorrelatable),
  };
  readonly #expenses: Expense[] = [];
  #total = 0;
  #work = 0;

  constructor(schema: JsonSchemaProps) {
    this.root = { schema, isRoot: true, cardinality: 1 };
  }

  /** Told once, after all rules were read. */
  totalProblems(path: string): StatusCause[] {
    if (this.#total <= MAX_COST_OF_SCHEMA) return [];
    const why = 'contributed to estimated rule cost total exceeding cost limit for entire OpenAPIv3 schema';
    const most = this.#expenses.toSorted((a, b) => b.cost - a.cost).slice(0, 4);
    const what = 'x-kubernetes-validations estimated rule cost total for entire OpenAPIv3 schema';
    return [
      ...most.map((expense) => forbidden(expense.path, why)),
      forbidden(path, costMessage(what, this.#total, MAX_COST_OF_SCHEMA)),
    ];
  }

  #problems(
    schema: JsonSchemaProps,
    path: string,
    scope: RuleScope,
    uncorrelatable: string | undefined,
  ): StatusCause[] {
    const place = `${path}.x-kubernetes-validations`;
    const type = declTypeOf(schema, scope.isRoot || schema['x-kubernetes-embedded-resource'] === true);
    if (type === undefined) {
      const why =
        'internal error: failed to construct type information for x-kubernetes-validations rules: unable to convert structural schema to CEL declarations';
      return [internalFieldError(place, why)];
    }
    const objects = objectTypes(type);
    this.#work += objects + (schema['x-kubernetes-validations'] ?? []).length;
    if (objects > MAX_OBJECT_TYPES || this.#work > MAX_WORK)
      return [
        forbidden(place, 'there are more rules, or more objects that rules see, than this server reads'),
      ];
    const environment = ruleEnvironment(type);
    return (schema['x-kubernetes-validations'] ?? []).flatMap((rule, index) => {
      const compiled = compileRule(rule, schema, environment);
      const field = `${place}[${index}]`;
      return [
        ...this.#costProblems(compiled, field, { type, scope }),
        ...readingProblems(compiled, field),
        ...oldSelfProblems(compiled, field, uncorrelatable),
      ];
    });
  }

  #costProblems(
    { expression, messageExpression }: CompiledRule,
    field: string,
    { type, scope }: { type: DeclType; scope: RuleScope },
  ): StatusCause[] {
    if (expression === undefined) return [];
    const times = scope.cardinality ?? Math.floor(MAX_REQUEST_BYTES / (type.minSize + 1));
    const costs = [
      { what: 'rule', name: 'rule', cost: costOf(expression.root, type) * times },
      ...(messageExpression
        ? [
            {
              what: 'messageExpression',
              name: 'messageExpression',
              cost: costOf(messageExpression.root, type),
            },
          ]
        : []),
    ];
    return costs.flatMap(({ what, name, cost }) => {
      const path = `${field}.${name}`;
      this.#total += cost;
      if (cost >= MAX_COST_OF_SCHEMA / 100) this.#expenses.push({ path, cost });
      return cost > MAX_COST_OF_RULE
        ? [forbidden(path, costMessage(`estimated ${what} cost`, cost, MAX_COST_OF_RULE))]
        : [];
    });
  }
}

function inside({ schema: outer, cardinality }: RuleScope, schema: JsonSchemaProps): RuleScope {
  const factor = maxElements(outer);
  const product = cardinality === undefined || factor === undefined ? undefined : cardinality * factor;
  return { schema, isRoot: false, cardinality: product };
}

/** How many values a value can hold; undefined if nothing limits it. */
function maxElements({
  type,
  additionalProperties,
  maxProperties,
  maxItems,
}: JsonSchemaProps): number | undefined {
  if (type === 'array') return maxItems === undefined ? undefined : Math.max(0, maxItems);
  if (type !== 'object' || additionalProperties === undefined) return 1;
  return maxProperties === undefined ? undefined : Math.max(0, maxProperties);
}

function readingProblems({ rule, problem, messageProblem }: CompiledRule, field: string): StatusCause[] {
  return [
    ...(problem === undefined ? [] : [invalidValue(`${field}.rule`, internalRule(rule), problem)]),
    ...(messageProblem === undefined
      ? []
      : [invalidValue(`${field}.messageExpression`, internalRule(rule), messageProblem)]),
  ];
}

function oldSelfProblems(
  { rule, expression }: CompiledRule,
  field: string,
  uncorrelatable: string | undefined,
): StatusCause[] {
  if (expression?.usesOldSelf === true) {
    if (uncorrelatable === undefined) return [];
    const why = `oldSelf cannot be used on the uncorrelatable portion of the schema within ${uncorrelatable}`;
    return [invalidValue(`${field}.rule`, rule.rule, why)];
  }
  if (rule.optionalOldSelf === undefined) return [];
  const why = 'may not be set if oldSelf is not used in rule';
  return [invalidValue(`${field}.optionalOldSelf`, rule.optionalOldSelf, why)];
}

function costMessage(what: string, cost: number, limit: number): string {
  const factor = cost / limit;
  const text =
    factor > 100 ? 'more than 100x' : factor < 1.5 ? `${factor.toFixed(6)}x` : `${factor.toFixed(1)}x`;
  return `${what} exceeds budget by factor of ${text} (try simplifying the rule, or adding maxItems, maxProperties, and maxLength where arrays, maps, and strings are declared)`;
}
