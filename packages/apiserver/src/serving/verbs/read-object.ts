import type { KubeObject } from '@banyan/api';
import { decodeObject, type BodyMediaType, type FieldValidation } from '../../decoding/decode-object.ts';
import { badRequest, unsupportedMediaType } from '../../errors/api-error.ts';
import { NAMED_MEDIA_TYPES } from '../negotiate.ts';
import { readBody } from '../read-body.ts';
import type { ResourceScope } from '../request-scope.ts';
import { namespaceOf } from './read-verbs.ts';

/** The object in the body of a create or an update, defaults filled in: new, the caller's to change. */
export async function readObject(
  scope: ResourceScope,
  fieldValidation: FieldValidation,
): Promise<KubeObject> {
  const { resource, request, warnings } = scope;
  const mediaType = bodyMediaType(request.headers['content-type']);
  const { group, version, kind } = scope.subresource ?? resource;
  // Below an object of a custom kind there may be a built-in one: a Scale.
  const isCustom = resource.custom !== undefined && group === resource.group;
  if (isCustom && mediaType === 'protobuf') throw unsupportedMediaType(NAMED_MEDIA_TYPES.slice(0, 2));
  const bytes = await readBody(scope);
  const decoded = decodeObject(bytes, {
    mediaType,
    expected: { group, version, kind },
    fieldValidation,
    warn: (text) => warnings.push(text),
    ...(isCustom && { custom: resource.custom }),
  });
  decoded.object.metadata ??= {};
  // What is exchanged below an object may be of another kind, whose defaults are its own business.
  if (scope.subresource === undefined || scope.subresource.strategy !== undefined)
    resource.strategy.applyDefaults(decoded.object);
  return decoded.object;
}

export function bodyMediaType(contentType = 'application/json'): BodyMediaType {
  const type = contentType.split(';')[0]?.trim().toLowerCase() ?? '';
  if (type === 'application/json' || type === '') return 'json';
  if (type === 'application/yaml') return 'yaml';
  if (type === NAMED_MEDIA_TYPES[2]) return 'protobuf';
  throw unsupportedMediaType(NAMED_MEDIA_TYPES);
}

/** What an object says of its place must be where it was sent to. */
export function requireSamePlace(scope: ResourceScope, { metadata }: KubeObject): void {
  const { name } = scope.info;
  if (name !== undefined && (metadata.name ?? '') !== '' && metadata.name !== name) {
    throw badRequest(
      `the name of the object (${metadata.name}) does not match the name on the URL (${name})`,
    );
  }
  requireSameNamespace(scope, { metadata });
}

/** Its name may be another's business, where it is sent below an object. */
export function requireSameNamespace(scope: ResourceScope, { metadata }: Pick<KubeObject, 'metadata'>): void {
  const namespace = namespaceOf(scope);
  if (namespace === undefined) delete metadata.namespace;
  else if ((metadata.namespace ?? '') === '') metadata.namespace = namespace;
  else if (metadata.namespace !== namespace) {
    throw badRequest('the namespace of the provided object does not match the namespace sent on the request');
  }
}

/** The path has it, but who writes an object must name it. */
export function requireName({ metadata }: KubeObject, name: string): void {
  if ((metadata.name ?? '') !== '') return;
  throw badRequest(`the name of the object (${name} based on URL) was undeterminable: name must be provided`);
}
