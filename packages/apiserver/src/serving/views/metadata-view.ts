import type { KubeObject } from '@banyan/api';
import { ApiError } from '../../errors/api-error.ts';
import type { ServedResource } from '../../registry/served-resource.ts';
import type { ObjectView } from '../negotiate.ts';

/** An object without its content. */
export function partialObject({ metadata }: Readonly<KubeObject>, { version }: ObjectView): KubeObject {
  return { kind: 'PartialObjectMetadata', apiVersion: `meta.k8s.io/${version}`, metadata };
}

/** A list cannot be shown as one object, nor an object as a list. */
export function requireViewOf(shape: 'object' | 'list', view: ObjectView, resource: ServedResource): void {
  if (shape === 'list' && view.kind === 'PartialObjectMetadata') {
    throw mismatch(view, `is a list (*${goPackage(resource)}.${resource.listKind})`);
  }
  if (shape === 'object' && view.kind === 'PartialObjectMetadataList') {
    throw mismatch(view, `is not a list (*${goPackage(resource)}.${resource.kind})`);
  }
}

function mismatch({ kind }: ObjectView, what: string): ApiError {
  const message = `you requested ${kind}, but the requested object ${what}`;
  return new ApiError({ code: 406, reason: 'NotAcceptable', message });
}

/** The package that has the kind's type inside of the real server. */
function goPackage({ group, custom }: ServedResource): string {
  if (custom !== undefined) return 'unstructured';
  return group === '' ? 'core' : (group.split('.')[0] ?? group);
}
