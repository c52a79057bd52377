import { Optional } from '@marcbachmann/cel-js';
import type { StatusCause } from '@banyan/api';
import { invalidValue } from '../../../kinds/fields/field-error.ts';
import type { JsonSchemaProps } from '../json-schema-props.ts';
import { additionalOf, itemsOf } from '../schema-parts.ts';
import { itemKey, itemsByKey } from '../values/correlate.ts';
import { MAX_CAUSES, type Correlation } from '../values/findings.ts';
import { hasOwn, isObject } from '../values/json-value.ts';
import { ruleEnvironment, type RuleEnvironment } from './cel-environment.ts';
import { compileRule, type CompiledRule } from './compiled-rule.ts';
import { declTypeOf } from './decl-type.ts';
import { meter, ObjectBudget } from './meter.ts';
import { ruleCause, ruleText, writtenMessage } from './rule-cause.ts';

interface RuleContext {
  /** Of the object as a whole. */
  readonly correlation: Correlation | undefined;
  readonly warn: ((text: string) => void) | undefined;
  /** Of the value; empty at the root. */
  readonly path: string;
}

export type RulesCheck = (value: unknown, old: unknown, context: RuleContext) => StatusCause[];

/** Compiles all rules of a schema. Undefined if it has none. */
export function checkRules(
  schema: JsonSchemaProps,
  { isResource }: { readonly isResource: boolean },
): RulesCheck | undefined {
  const root = ruleNode(schema, isResource);
  if (root === undefined) return undefined;
  return (value, old, { correlation, warn, path }) => {
    const run = new RuleRun(warn);
    run.visit(root, { value, old, path }, { current: correlation, nearest: undefined });
    return run.causes;
  };
}

/** The rules of one schema and of those inside. */
interface RuleNode {
  readonly schema: JsonSchemaProps;
  readonly rules: readonly CompiledRule[];
  readonly environment: RuleEnvironment | undefined;
  readonly properties: ReadonlyMap<string, RuleNode>;
  readonly items: RuleNode | undefined;
  readonly additional: RuleNode | undefined;
}

function ruleNode(schema: JsonSchemaProps, isResource: boolean): RuleNode | undefined {
  const inner = (of: JsonSchemaProps | undefined): RuleNode | undefined =>
    of && ruleNode(of, of['x-kubernetes-embedded-resource'] === true);
  const properties = new Map<string, RuleNode>();
  for (const [name, property] of Object.entries(schema.properties ?? {})) {
    const node = inner(property);
    if (node) properties.set(name, node);
  }
  const [items, additional] = [inner(itemsOf(schema)), inner(additionalOf(schema))];
  const written = schema['x-kubernetes-validations'] ?? [];
  const type = written.length > 0 ? declTypeOf(schema, isResource) : undefined;
  const environment = type && ruleEnvironment(type);
  const rules = environment ? written.map((rule) => compileRule(rule, schema, environment)) : [];
  if (rules.length === 0 && properties.size === 0 && !items && !additional) return undefined;
  return { schema, rules, environment, properties, items, additional };
}

interface Place {
  readonly value: unknown;
  readonly old: unknown;
  readonly path: string;
}

/** How a value relates to the one before: unchanged ones are let through. */
interface Ratchet {
  readonly current: Correlation | undefined;
  readonly nearest: Correlation | undefined;
}

class RuleRun {
  readonly causes: StatusCause[] = [];
  readonly #budget = new ObjectBudget();
  readonly #warn: ((text: string) => void) | undefined;
  #isOver = false;

  constructor(warn: ((text: string) => void) | undefined) {
    this.#warn = warn;
  }

  visit(node: RuleNode, place: Place, ratchet: Ratchet): void {
    const { value, old, path } = place;
    if (value === null || value === undefined || this.#isOver || this.causes.length >= MAX_CAUSES) return;
    if (node.rules.length > 0 && node.environment) this.#ask(node, node.environment, place, ratchet);
    if (Array.isArray(value)) this.#visitItems(node, place, ratchet);
    else if (isObject(value)) {
      const before = isObject(old) ? old : {};
      for (const name of Object.keys(value)) {
        const property = node.properties.get(name);
        const inner = property ?? node.additional;
        if (inner === undefined) continue;
        const innerPath =
          property === undefined ? `${path}[${name}]` : path === '' ? name : `${path}.${name}`;
        const oldValue = hasOwn(before, name) ? before[name] : undefined;
        this.visit(inner, { value: value[name], old: oldValue, path: innerPath }, byKey(ratchet, name));
      }
    }
  }

  #visitItems({ items, schema }: RuleNode, { value, old, path }: Place, ratchet: Ratchet): void {
    if (items === undefined) return;
    const isMap = schema['x-kubernetes-list-type'] === 'map';
    const keys = schema['x-kubernetes-list-map-keys'] ?? [];
    const before = isMap && Array.isArray(old) ? itemsByKey(old, keys) : undefined;
    for (const [index, item] of (value as readonly unknown[]).entries()) {
      const key = before && itemKey(item, keys);
      const oldItem = key === undefined ? undefined : before?.get(key);
      this.visit(items, { value: item, old: oldItem, path: `${path}[${index}]` }, byIndex(ratchet, index));
    }
  }

  #ask(node: RuleNode, { toCel }: RuleEnvironment, { value, old, path }: Place, ratchet: Ratchet): void {
    const field = path === '' ? '<nil>' : path;
    const { type = '' } = node.schema;
    if (this.#budget.isSpent) {
      const why =
        'validation failed due to running out of cost budget, no further validation rules will be run';
      this.#end(invalidValue(field, type, why));
      return;
    }
    const hasOld = old !== undefined && old !== null;
    const self = toCel(value);
    const oldSelf = hasOld ? toCel(old) : undefined;
    for (const compiled of node.rules) {
      const { rule, expression, problem } = compiled;
      if (expression === undefined) {
        this.causes.push(invalidValue(field, type, `rule compile error: ${problem ?? ''}`));
        continue;
      }
      const isOptional = rule.optionalOldSelf === true;
      if (expression.usesOldSelf && !hasOld && !isOptional) continue;
      const before = isOptional ? (hasOld ? Optional.of(oldSelf) : Optional.none()) : oldSelf;
      const result = expression.run({ self, oldSelf: before });
      this.#budget.spend(meter.spent);
      if ('problem' in result) {
        if (result.isTooCostly) {
          const why = `'${result.problem}': no further validation rules will be run due to call cost exceeds limit for rule: ${ruleText(rule)}`;
          this.#end(invalidValue(field, type, why));
          return;
        }
        this.causes.push(invalidValue(field, type, evaluationMessage(result.problem, ruleText(rule))));
        continue;
      }
      if (result.value === true) continue;
      const message = writtenMessage(compiled, { self, oldSelf: before });
      if (compiled.messageExpression) this.#budget.spend(meter.spent);
      const cause = ruleCause(compiled, { value, path, type, message });
      const isLetThrough = !expression.usesOldSelf && isUnchanged(ratchet);
      if (isLetThrough) this.#warn?.(`${cause.field}: ${cause.message}`);
      else this.causes.push(cause);
    }
  }

  #end(cause: StatusCause): void {
    this.causes.push(cause);
    this.#isOver = true;
  }
}

function evaluationMessage(problem: string, rule: string): string {
  return problem.startsWith('no such overload')
    ? `'${problem}': call arguments did not match a supported operator, function or macro signature for rule: ${rule}`
    : `${problem} evaluating rule: ${rule}`;
}

function isUnchanged({ current, nearest }: Ratchet): boolean {
  return (current ?? nearest)?.isEqual === true;
}

function byKey(ratchet: Ratchet, name: string): Ratchet {
  const { current, nearest } = ratchet;
  if (current === undefined) return ratchet;
  // What kind an object is was converted, and never seems to change.
  const isKind = nearest === undefined && (name === 'apiVersion' || name === 'kind');
  return isKind
    ? { current: undefined, nearest: undefined }
    : { current: current.key(name), nearest: current };
}

function byIndex(ratchet: Ratchet, index: number): Ratchet {
  const { current } = ratchet;
  return current === undefined ? ratchet : { current: current.index(index), nearest: current };
}
