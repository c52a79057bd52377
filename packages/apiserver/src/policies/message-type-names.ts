import { Message } from '../custom/schema/rules/library/messages.ts';

/** Says which messages in a value are not named after the fields that they are in: `Object.spec` is in `spec`. */
export function misnamedTypes(
  value: unknown,
  path = value instanceof Message ? Message.typeOf(value) : '',
): string {
  return [...misnamed(value, path)].join('\n');
}

function* misnamed(value: unknown, path: string): Generator<string> {
  if (value instanceof Message) {
    const type = Message.typeOf(value);
    if (type !== path)
      yield `unexpected type name "${type}", expected "${path}", which matches field name path from root Object type`;
    for (const [name, field] of Message.fieldsOf(value)) yield* misnamed(field, `${path}.${name}`);
  } else if (Array.isArray(value)) {
    for (const item of value) yield* misnamed(item, path);
  } else if (value instanceof Map) {
    for (const member of value.values()) yield* misnamed(member, path);
  }
}
