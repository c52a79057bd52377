import type { KubeObject } from '@banyan/api';
import { stringify } from 'yaml';

/** Objects for scripts: without what nobody but the API server reads. */
export function objectText(object: object, format: 'json' | 'yaml'): string {
  return format === 'json' ? JSON.stringify(object, undefined, 2) : stringify(object).trimEnd();
}

export function listText(objects: readonly KubeObject[], format: 'json' | 'yaml'): string {
  return objectText({ apiVersion: 'v1', kind: 'List', items: objects.map(shown) }, format);
}

export function shown<T extends KubeObject>(object: T): T {
  const { managedFields: _, ...metadata } = object.metadata;
  return { ...object, metadata };
}
