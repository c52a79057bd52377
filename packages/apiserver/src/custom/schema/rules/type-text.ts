import { OBJECT_TYPE } from './cel-environment.ts';
import type { CelNode } from './cel-node.ts';

const TYPE_TEXTS: Readonly<Record<string, string>> = {
  'google.protobuf.Duration': 'duration',
  'google.protobuf.Timestamp': 'timestamp',
  null: 'null_type',
  type: 'type(dyn)',
};

/** The type of a node as messages write it: `list(int)`. */
export function nodeType(node: CelNode | undefined): string {
  const type = node?.checkedType ?? node?.meta.alternate?.checkedType;
  return type === undefined ? 'dyn' : typeText(type.name);
}

/** The same of a type as the library writes it: `list<int>`. */
export function typeText(name: string): string {
  const [, kind, inner = ''] = /^(list|map|optional|dyn)<(.*)>$/.exec(name) ?? [];
  if (kind === undefined) return OBJECT_TYPE.test(name) ? 'object' : (TYPE_TEXTS[name] ?? name);
  if (kind === 'dyn') return typeText(inner);
  const parts = kind === 'map' ? splitPair(inner) : [inner];
  return `${kind === 'optional' ? 'optional_type' : kind}(${parts.map(typeText).join(', ')})`;
}

function splitPair(text: string): string[] {
  const comma = text.indexOf(', ');
  return [text.slice(0, comma), text.slice(comma + 2)];
}
