import { Optional, type Environment } from '@marcbachmann/cel-js';
import { isNode, type CelEvaluator, type CelNode, type CelTypeName } from '../cel-node.ts';
import { meter } from '../meter.ts';
import type { Checker, Macro, MacroCall, Scope } from './checker.ts';
import { evaluationProblem } from './register.ts';

/** Macros that the library does not have: comprehensions of two variables, and those of optional values. */
export function addMacros(environment: Environment): void {
  const add = (signature: string, handler: (call: MacroCall) => Macro): void => {
    environment.registerFunction(signature, handler as never, { async: false });
  };
  for (const name of ['all', 'exists', 'existsOne'] as const)
    add(`list.${name}(ast, ast, ast): bool`, (call) => overEntries(call, QUANTIFIERS[name], boolOf));
  add('list.existsOne(ast, ast): bool', (call) => overItems(call, QUANTIFIERS.existsOne, boolOf));
  add('list.transformList(ast, ast, ast): list<dyn>', (call) => overEntries(call, toList, listOf));
  add('list.transformList(ast, ast, ast, ast): list<dyn>', (call) => overEntries(call, toList, listOf));
  add('list.transformMap(ast, ast, ast): map<dyn, dyn>', (call) => overEntries(call, toMap, mapOf));
  add('list.transformMap(ast, ast, ast, ast): map<dyn, dyn>', (call) => overEntries(call, toMap, mapOf));
  add('list.transformMapEntry(ast, ast, ast): map<dyn, dyn>', (call) => overEntries(call, toEntries, same));
  add('list.transformMapEntry(ast, ast, ast, ast): map<dyn, dyn>', (call) =>
    overEntries(call, toEntries, same),
  );
  add('optional.optMap(ast, ast): optional<dyn>', (call) => onValue(call, (value) => Optional.of(value)));
  add('optional.optFlatMap(ast, ast): optional<dyn>', (call) => onValue(call, (value) => value));
}

/** Takes what the body gave for each entry, one after another; filtered ones are left out. */
type Collect = (results: Iterable<readonly [key: unknown, result: unknown]>) => unknown;
type ResultType = (checker: Checker, body: CelTypeName, key: CelTypeName) => CelTypeName;

const boolOf: ResultType = (checker) => checker.getType('bool');
const listOf: ResultType = (checker, body) => checker.registry.getListType(body);
const mapOf: ResultType = (checker, body, key) => checker.registry.getMapType(key, body);
const same: ResultType = (_, body) => body;

/** An item that cannot be asked does not count if another decides. */
function decide(isDecisive: (result: unknown) => boolean, otherwise: boolean): Collect {
  return (results) => {
    let problem: unknown;
    for (const [, result] of results) {
      if (isDecisive(result)) return !otherwise;
      if (result instanceof Failed) problem ??= result.cause;
    }
    if (problem !== undefined) throw problem;
    return otherwise;
  };
}

class Failed {
  readonly cause: unknown;

  constructor(cause: unknown) {
    this.cause = cause;
  }
}

function strictly(collect: Collect): Collect {
  return (results) => {
    const all = [...results];
    const failed = all.find(([, result]) => result instanceof Failed)?.[1];
    if (failed instanceof Failed) throw failed.cause;
    return collect(all);
  };
}

const QUANTIFIERS = {
  all: decide((result) => result === false, true),
  exists: decide((result) => result === true, false),
  existsOne: strictly((results) => [...results].filter(([, result]) => result === true).length === 1),
};

const toList = strictly((results) => Array.from(results, ([, result]) => result));
const toMap = strictly((results) => new Map(results));
const toEntries = strictly((results) => {
  const made = new Map<unknown, unknown>();
  for (const [, entry] of results) {
    const pairs = entry instanceof Map ? [...entry] : Object.entries(entry as object);
    for (const [key, value] of pairs) {
      if (made.has(key)) throw evaluationProblem(`insert failed: key ${String(key)} already exists`);
      made.set(key, value);
    }
  }
  return made;
});

interface Loop extends Macro {
  readonly receiver: CelNode;
  readonly bodies: readonly CelNode[];
}

function overItems(call: MacroCall, collect: Collect, resultType: ResultType): Loop {
  const [item, ...bodies] = call.args;
  return loop({ ...call, bodies }, [undefined, nameOf(item)], collect, resultType);
}

function overEntries(call: MacroCall, collect: Collect, resultType: ResultType): Loop {
  const [key, value, ...bodies] = call.args;
  return loop({ ...call, bodies }, [nameOf(key), nameOf(value)], collect, resultType);
}

function loop(
  { receiver, bodies }: { receiver: CelNode; bodies: readonly CelNode[] },
  [keyName, valueName]: readonly [string | undefined, string],
  collect: Collect,
  resultType: ResultType,
): Loop {
  const filter = bodies.length > 1 ? bodies[0] : undefined;
  const body = bodies.at(-1);
  let [keyScope, valueScope]: (Scope | undefined)[] = [];
  return {
    receiver,
    bodies,
    async: false,
    typeCheck: (checker, _, scope) => {
      const [keyType, valueType] = entryTypes(
        checker,
        checker.check(receiver, scope),
        keyName === undefined,
        receiver,
      );
      keyScope = keyName === undefined ? scope : scope.forkWithVariable(keyName, keyType);
      valueScope = keyScope.forkWithVariable(valueName, valueType);
      if (filter) checker.check(filter, valueScope);
      if (!body) throw checker.createError('invalid_macro', 'invalid macro', receiver);
      return resultType(checker, checker.check(body, valueScope), keyType);
    },
    evaluate: (evaluator, _, scope) => {
      const entries = entriesOf(evaluator.run(receiver, scope), keyName === undefined);
      const inner = (key: unknown, value: unknown): Scope => {
        const outer = keyName === undefined ? scope : keyScope?.reuse(scope).setIterValue(key, evaluator);
        return (valueScope as Scope).reuse(outer as Scope).setIterValue(value, evaluator);
      };
      return collect(results(evaluator, entries, inner, { filter, body }));
    },
  };
}

function* results(
  evaluator: CelEvaluator,
  entries: Iterable<readonly [unknown, unknown]>,
  scopeOf: (key: unknown, value: unknown) => Scope,
  { filter, body }: { filter: CelNode | undefined; body: CelNode | undefined },
): Generator<readonly [unknown, unknown]> {
  for (const [key, value] of entries) {
    meter.charge(1);
    try {
      const scope = scopeOf(key, value);
      if (filter && evaluator.run(filter, scope) !== true) continue;
      yield [key, body && evaluator.run(body, scope)];
    } catch (error) {
      yield [key, new Failed(error)];
    }
  }
}

function entryTypes(
  checker: Checker,
  type: CelTypeName,
  isOneVariable: boolean,
  node: CelNode,
): [CelTypeName, CelTypeName] {
  const dyn = checker.getType('dyn');
  if (type.kind === 'dyn') return [dyn, dyn];
  if (type.kind === 'list') return [checker.getType('int'), type.valueType ?? dyn];
  if (type.kind === 'map')
    return [type.keyType ?? dyn, (isOneVariable ? type.keyType : type.valueType) ?? dyn];
  throw checker.createError('invalid_comprehension_range', 'cannot be range of a comprehension', node);
}

function* entriesOf(collection: unknown, isOneVariable: boolean): Generator<readonly [unknown, unknown]> {
  if (Array.isArray(collection)) {
    for (const [index, item] of collection.entries()) yield [BigInt(index), item];
    return;
  }
  const entries = collection instanceof Map ? collection.entries() : Object.entries(collection as object);
  for (const [key, value] of entries) yield [key, isOneVariable ? key : value];
}

/** Evaluates the body with the value of an optional, if it has one. */
function onValue({ receiver, args }: MacroCall, make: (value: unknown) => unknown): Loop {
  const [variable, body] = args;
  const name = nameOf(variable);
  let inner: Scope | undefined;
  return {
    receiver,
    bodies: body ? [body] : [],
    async: false,
    typeCheck: (checker, _, scope) => {
      const type = checker.check(receiver, scope);
      inner = scope.forkWithVariable(name, type.valueType ?? checker.getType('dyn'));
      if (!body) throw checker.createError('invalid_macro', 'invalid macro', receiver);
      const result = checker.check(body, inner);
      return result.kind === 'optional' ? result : checker.registry.getOptionalType(result);
    },
    evaluate: (evaluator, _, scope) => {
      const optional = evaluator.run(receiver, scope);
      if (!(optional instanceof Optional) || !optional.hasValue() || !inner || !body) return Optional.none();
      return make(evaluator.run(body, inner.reuse(scope).setIterValue(optional.value(), evaluator)));
    },
  };
}

function nameOf(node: CelNode | undefined): string {
  if (isNode(node) && node.op === 'id' && typeof node.args === 'string') return node.args;
  throw evaluationProblem('argument must be a simple name');
}
