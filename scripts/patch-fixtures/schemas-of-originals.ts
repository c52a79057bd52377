import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

const DEFINITIONS = join(import.meta.dirname, '../../packages/api/generated/kubernetes/definitions.json');
const PREFIX: Readonly<Record<string, string>> = {
  v1: 'io.k8s.api.core.v1',
  'apps/v1': 'io.k8s.api.apps.v1',
};

/**
 * The definitions that the originals' kinds need, from packages/api's generated file: packages/patch knows no
 * other package, so its tests cannot ask for them.
 */
export async function schemasOfOriginals(originals: ReadonlyMap<string, unknown>): Promise<string> {
  const definitions = JSON.parse(await readFile(DEFINITIONS, 'utf8')) as Record<string, unknown>;
  const needed = new Map<string, unknown>();
  const add = (name: string): void => {
    if (needed.has(name)) return;
    needed.set(name, definitions[name]);
    for (const [, inner] of JSON.stringify(definitions[name]).matchAll(/"\$ref":"([^"]+)"/g))
      add(inner ?? '');
  };
  const kinds: Record<string, string> = {};
  for (const [name, object] of originals) {
    const { apiVersion, kind } = object as { apiVersion: string; kind: string };
    const prefix = PREFIX[apiVersion];
    if (prefix === undefined) continue;
    kinds[name] = `${prefix}.${kind}`;
    add(`${prefix}.${kind}`);
  }
  const lines = [...needed]
    .toSorted(([left], [right]) => (left < right ? -1 : 1))
    .map(([name, definition]) => `${JSON.stringify(name)}:${JSON.stringify(definition)}`);
  return `{\n"kinds":${JSON.stringify(kinds)},\n"definitions":{\n${lines.join(',\n')}\n}\n}\n`;
}
