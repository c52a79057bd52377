import type { JsonSchemaProps } from '../json-schema-props.ts';
import { additionalOf, ownProperty } from '../schema-parts.ts';

const ESCAPES: Readonly<Record<string, string>> = {
  a: '\u0007',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
  "'": "'",
  '\\': '\\',
};

/** A rule's fieldPath (`.map['key'].name`) as causes name it (`map[key].name`); undefined if the schema has it not. */
export function normalFieldPath(path: string, root: JsonSchemaProps): string | undefined {
  const tokens = path.match(/'(?:[^'\\]|\\.)*'|[.[\]]|[^.[\]']+|'/g) ?? [];
  let schema: JsonSchemaProps | undefined = root;
  let result = '';
  let at = 0;
  while (at < tokens.length) {
    const name = nameAt(tokens, at);
    if (name === undefined || schema === undefined) return undefined;
    const isNamed: boolean = schema.properties !== undefined;
    const next: JsonSchemaProps | undefined = isNamed ? ownProperty(schema, name) : additionalOf(schema);
    if (isNamed ? next === undefined : schema.additionalProperties === undefined) return undefined;
    result = isNamed ? (result === '' ? name : `${result}.${name}`) : `${result}[${name}]`;
    schema = next;
    at += tokens[at] === '.' ? 2 : 3;
  }
  return result;
}

function nameAt(tokens: readonly string[], at: number): string | undefined {
  const [separator, name, end] = tokens.slice(at, at + 3);
  if (separator === '.') return name;
  if (separator !== '[' || end !== ']' || name === undefined || !/^'.*'$/s.test(name) || name.length < 2)
    return undefined;
  return unescaped(name.slice(1, -1));
}

function unescaped(text: string): string | undefined {
  let isWrong = false;
  const plain = text.replaceAll(/\\(.)/gs, (_, letter: string) => {
    const character = ESCAPES[letter];
    if (character === undefined) isWrong = true;
    return character ?? '';
  });
  return isWrong ? undefined : plain;
}
