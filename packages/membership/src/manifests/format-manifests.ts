import type { KubeObject } from '@banyan/api';
import { parseAllDocuments, stringify } from 'yaml';

/** kubectl reads YAML 1.1, where more words than `true` are booleans. Anchors would be valid, and unreadable. */
const OPTIONS = { version: '1.1', lineWidth: 0, aliasDuplicateObjects: false, singleQuote: true } as const;

/** Objects as one YAML text for `kubectl apply`, in their order. */
export function formatManifests(objects: readonly KubeObject[]): string {
  return objects.map((object) => stringify(object, OPTIONS)).join('---\n');
}

/** The same, with every value quoted: what `envsubst` puts in stays a string, whatever it looks like. */
export function formatTemplate(object: KubeObject): string {
  return stringify(object, { ...OPTIONS, defaultStringType: 'QUOTE_SINGLE', defaultKeyType: 'PLAIN' });
}

/** The objects of a YAML text; empty documents are none. */
export function parseManifests(text: string): KubeObject[] {
  return parseAllDocuments(text)
    .map((document) => document.toJS() as KubeObject | null)
    .filter((object) => object !== null);
}
