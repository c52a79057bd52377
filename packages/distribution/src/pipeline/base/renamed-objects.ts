import type { KubeObject } from '@banyan/api';
import { RENAMED_ANNOTATION } from '@banyan/api/banyan';
import type { Description } from '@banyan/api/clusternet';
import { identityKey, identityOf, type ObjectIdentity, type WorkObject } from '@banyan/engine';

/** `identityKey`s of objects that overrides renamed, by the feed that they came from. */
export type RenamedObjects = Readonly<Record<string, string>>;

/** Those of rendered objects that are not what their template is called. */
export function renamedObjects(
  objects: readonly WorkObject[],
  templateOf: (key: string) => ObjectIdentity | undefined,
): RenamedObjects {
  const renamed: Record<string, string> = {};
  for (const { template, object } of objects) {
    const identity = templateOf(template);
    const key = identityKey(identityOf(object));
    if (identity !== undefined && identityKey(identity) !== key) renamed[template] = key;
  }
  return renamed;
}

export function renamedAnnotation(renamed: RenamedObjects): Record<string, string> {
  return Object.keys(renamed).length === 0 ? {} : { [RENAMED_ANNOTATION]: JSON.stringify(renamed) };
}

/** As they were written down; nothing for what is not ours to read. */
export function readRenamed(descriptions: readonly Description[]): RenamedObjects {
  for (const { metadata } of descriptions as readonly KubeObject[]) {
    const text = metadata.annotations?.[RENAMED_ANNOTATION];
    if (text === undefined) continue;
    try {
      const renamed: unknown = JSON.parse(text);
      if (typeof renamed === 'object' && renamed !== null) return renamed as RenamedObjects;
    } catch {
      // Someone edited it by hand.
    }
  }
  return {};
}
