import type { KubeObject } from '@banyan/api';
import { exactJson } from '../../decoding/json/exact-json.ts';
import { methodNotAllowed } from '../../errors/api-error.ts';
import { updateManagedFields } from '../../registry/managed-fields.ts';
import { groupResource, requireUid, withoutPolicies, type Operation } from '../../registry/operation.ts';
import type { ResourceStrategy, ServedResource, Verb } from '../../registry/served-resource.ts';
import { updateObject } from '../../registry/update-object.ts';
import { parseWriteOptions, type WriteOptions } from '../../serving/options/write-options.ts';
import type { ResourceScope } from '../../serving/request-scope.ts';
import { sendObject } from '../../serving/verbs/answer.ts';
import { appliedBy } from '../../serving/verbs/apply-verb.ts';
import { operationOf } from '../../serving/verbs/operation-of.ts';
import { patchedBy, readPatch } from '../../serving/verbs/patch-verb.ts';
import { readObject, requireName, requireSamePlace } from '../../serving/verbs/read-object.ts';
import { keptObject, nameOf } from '../../serving/verbs/read-verbs.ts';
import { SCALE_COLUMNS } from '../../tables/autoscaling-columns.ts';
import type { ScaleMapping } from './scale-mapping.ts';
import { SCALE_KIND, scaleOf, scaleSchema, writtenThroughScale } from './scale-object.ts';

/** What a request makes of a Scale, managedFields included. */
interface ScaleWrite {
  readonly options: WriteOptions;
  readonly next: (scale: KubeObject) => KubeObject;
  /** Of the object that is meant, if the request says so. */
  readonly uid?: string | undefined;
}

/** `/scale` below an object: the verbs of an object, on its Scale. */
export async function serveScale(scope: ResourceScope, mapping: ScaleMapping, verb: Verb): Promise<void> {
  const { resource } = scope;
  if (verb === 'get') {
    const { object } = await keptObject(scope);
    return sendScale(scope, scaleOf(mapping, resource.fromStorage(object)));
  }
  const { options, next, uid } = await readWrite(scope, verb);
  const asked = operationOf(scope, options);
  // The Scale is judged, and not what becomes of the object by it.
  const operation = { ...withoutPolicies(asked), strategy: resource.strategy };
  const { kept } = await updateObject(operation, { name: nameOf(scope) }, (live) => {
    if (live === undefined) throw new Error('a scale of nothing');
    requireUid(operation, live, uid);
    return writtenThroughScale(mapping, { live, of: groupResource(operation) }, (scale) =>
      judgedScale(asked, scale, next(scale)),
    );
  });
  return sendScale(scope, scaleOf(mapping, resource.fromStorage(kept.object)));
}

function judgedScale(operation: Operation, old: KubeObject, scale: KubeObject): KubeObject {
  const { policies } = operation;
  if (policies === undefined) return scale;
  const object = policies.mutate(operation, { object: scale, old });
  policies.validate(operation, { object, old });
  return object;
}

function sendScale(scope: ResourceScope, scale: KubeObject): Promise<void> {
  const scaleScope = { ...scope, resource: scaleResource(scope.resource) };
  return sendObject(scaleScope, 200, { object: scale, json: exactJson(scale) });
}

async function readWrite(scope: ResourceScope, verb: Verb): Promise<ScaleWrite> {
  const scaleScope = { ...scope, resource: scaleResource(scope.resource) };
  switch (verb) {
    case 'update':
      return readUpdate(scaleScope);
    case 'patch': {
      // Which patches there are is the object's to say: custom resources take no strategic ones.
      const { type, options, bytes } = await readPatch(scope);
      if (type === 'apply') return { options, next: appliedBy(scaleScope, { options, bytes }).next };
      return { options, next: patchedBy(scaleScope, { type, options, bytes }) };
    }
    default:
      throw methodNotAllowed();
  }
}

async function readUpdate(scope: ResourceScope): Promise<ScaleWrite> {
  const options = parseWriteOptions(scope.query, 'UpdateOptions');
  const draft = await readObject(scope, options.fieldValidation);
  requireName(draft, nameOf(scope));
  requireSamePlace(scope, draft);
  const operation = operationOf(scope, options);
  return {
    options,
    uid: draft.metadata.uid,
    next: (scale) => updateManagedFields(operation, scale, structuredClone(draft)),
  };
}

/** A Scale has no defaults, and what is wrong with one is found where it is written. */
const PLAIN_STRATEGY: ResourceStrategy = {
  applyDefaults: () => {},
  prepareForCreate: () => {},
  prepareForUpdate: () => {},
  validateCreate: () => [],
  validateUpdate: () => [],
};

/** The Scales of a resource's objects, for the verbs to read and patch. */
function scaleResource(resource: ServedResource): ServedResource {
  const { custom: _, rowConditions: __, ...rest } = resource;
  const own = { schema: scaleSchema(), strategy: PLAIN_STRATEGY, columns: SCALE_COLUMNS };
  return { ...rest, ...SCALE_KIND, ...own, fromStorage: (scale) => scale };
}
