import { Optional, type Environment } from '@marcbachmann/cel-js';
import type { CelEvaluator, CelNode, CelTypeName } from '../cel-node.ts';
import { nodeType, typeText } from '../type-text.ts';
import type { Checker, Macro, MacroCall, Scope } from './checker.ts';
import { IDENTITY, identity } from './lists.ts';

/** The function that messages are written by, which the library has no words for: see message-literals.ts. */
export const MESSAGE = '__message';

/** A value that an expression made by naming its type and fields: `Object.spec{replicas: 1}`. */
export class Message {
  readonly #typeName: string;
  readonly #fields: ReadonlyMap<string, unknown>;

  constructor(typeName: string, fields: ReadonlyMap<string, unknown>) {
    this.#typeName = typeName;
    this.#fields = fields;
    // The library knows values by their constructor, so no field of that name can be seen.
    for (const [name, value] of fields)
      if (!RESERVED.has(name)) Object.defineProperty(this, name, { value, enumerable: true });
  }

  /** Not properties: a message may have fields of any name. */
  static typeOf(message: Message): string {
    return message.#typeName;
  }

  static fieldsOf(message: Message): ReadonlyMap<string, unknown> {
    return message.#fields;
  }

  [IDENTITY](): string {
    const fields = Array.from(this.#fields, ([name, value]) => JSON.stringify([name, identity(value)]));
    return `${this.#typeName}{${fields.sort().join(',')}}`;
  }
}

const RESERVED = new Set(['constructor', '__proto__']);

/** Fields of a type of messages by their types; undefined: any field, of any type. */
export type MessageFields = Readonly<Record<string, string>> | undefined;

/** Lets an environment's expressions make messages of these types, and of no others. */
export function addMessages(environment: Environment, types: ReadonlyMap<string, MessageFields>): void {
  const classes = new Map<string, typeof Message>();
  for (const [name, fields] of types) {
    const made = class extends Message {};
    classes.set(name, made);
    environment.registerType(name, { ctor: made, ...(fields && { fields }) });
    environment.registerOperator(
      `${name} == ${name}`,
      (a: Message, b: Message) => a[IDENTITY]() === b[IDENTITY](),
    );
  }
  const handler = (call: MacroCall): Macro => messageMacro(call, types, classes);
  environment.registerFunction(`${MESSAGE}(ast, ast): dyn`, handler as never, { async: false });
}

type Entries = readonly (readonly [CelNode, CelNode])[];

function messageMacro(
  { args }: MacroCall,
  types: ReadonlyMap<string, MessageFields>,
  classes: ReadonlyMap<string, typeof Message>,
): Macro {
  const [nameNode, map] = args as readonly [CelNode, CelNode];
  const name = String(nameNode.args);
  const entries = map.args as Entries;
  return {
    async: false,
    typeCheck: (checker, _, scope) => {
      const made = types.has(name) ? checker.getType(name) : undefined;
      if (made === undefined)
        throw checker.createError(
          'undeclared_type',
          `undeclared reference to '${name}' (in container '')`,
          map,
        );
      for (const entry of entries) checkEntry(checker, scope, entry, types.get(name));
      return made;
    },
    evaluate: (evaluator, _, scope) => {
      const Class = classes.get(name) ?? Message;
      return new Class(name, fieldsOf(evaluator, scope, entries));
    },
  };
}

function checkEntry(
  checker: Checker,
  scope: Scope,
  [key, value]: Entries[number],
  fields: MessageFields,
): void {
  const written = String(key.args);
  const field = written.replace(/^\?/, '');
  const given = checker.check(value, scope);
  const isOptional = written.startsWith('?');
  const type = isOptional ? inOptional(given) : given;
  const wanted = fields === undefined ? 'dyn' : (fields[field] ?? '');
  const fits = type !== undefined && (type.kind === 'dyn' || wanted === 'dyn' || wanted === type.name);
  if (fits) return;
  const shown = isOptional ? `optional_type(${wanted})` : wanted;
  const why = `expected type of field '${field}' is '${typeText(shown)}' but provided type is '${nodeType(value)}'`;
  throw checker.createError('field_type', why, key);
}

function inOptional(type: CelTypeName): CelTypeName | undefined {
  return type.kind === 'optional' ? type.valueType : type.kind === 'dyn' ? type : undefined;
}

function fieldsOf(evaluator: CelEvaluator, scope: Scope, entries: Entries): ReadonlyMap<string, unknown> {
  const fields = new Map<string, unknown>();
  for (const [key, value] of entries) {
    const name = String(key.args);
    const made = evaluator.run(value, scope);
    if (!name.startsWith('?')) fields.set(name, made);
    else if (made instanceof Optional && made.hasValue()) fields.set(name.slice(1), made.value());
  }
  return fields;
}
