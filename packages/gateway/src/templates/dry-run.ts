import type { GroupVersionResource, KubeObject } from '@banyan/api';
import { RESERVED_NAMESPACE, SKIP_VALIDATING_ANNOTATION } from '@banyan/api/clusternet';
import { trimAnswer, trimStored } from '@banyan/engine';
import { isAlreadyExists, isBadRequest, isForbidden, isInvalid, type KubeClient } from '@banyan/kube';
import { withLocalFacts, withoutLocalFacts } from './local-facts.ts';
import { fromParent } from './parent-failure.ts';
import type { ReservedNamespace } from './reserved-namespace.ts';

const LAST_APPLIED = 'kubectl.kubernetes.io/last-applied-configuration';
/** What Kubernetes gives every Namespace. */
const NAMESPACE_NAME = 'kubernetes.io/metadata.name';
/** Short enough for every kind: a CronJob's name has at most 52 characters. */
const MAX_STEM = 40;

export interface DryRunOptions {
  readonly parent: KubeClient;
  readonly reserved: ReservedNamespace;
  readonly resource: GroupVersionResource;
  readonly namespaced: boolean;
  /** A few letters that make a name another one. */
  readonly suffix: () => string;
}

/**
 * What a template is when the hub's own API server, its webhooks included, has had its say on it: with defaults, without
 * what is true in one cluster only. It is asked as if the object were new and in a namespace that exists. Throws its
 * refusal as an ApiError.
 */
export async function validatedTemplate(object: KubeObject, options: DryRunOptions): Promise<KubeObject> {
  const isSkipped = object.metadata.annotations?.[SKIP_VALIDATING_ANNOTATION] === 'true';
  const template = isSkipped ? trimStored(object) : await asked(object, options);
  return withKept(template, object);
}

async function asked(object: KubeObject, options: DryRunOptions): Promise<KubeObject> {
  const probe = probeOf(object, options);
  try {
    return restored(trimAnswer(await dryRun(probe, options), probe), object);
  } catch (error) {
    if (!isAlreadyExists(error)) return fromParent(Promise.reject(error));
  }
  // That name is in use there. Everything else about it was in order, or it would have said so.
  const other = { ...probe, metadata: { ...probe.metadata, name: otherName(probe, options) } };
  try {
    return restored(trimAnswer(await dryRun(other, options), other), object);
  } catch (error) {
    // Some names are not free to choose: a CustomResourceDefinition's.
    if (isInvalid(error) || isBadRequest(error) || isForbidden(error) || isAlreadyExists(error))
      return trimStored(object);
    return fromParent(Promise.reject(error));
  }
}

function dryRun(probe: KubeObject, { parent, reserved, resource }: DryRunOptions): Promise<KubeObject> {
  // A field that the hub does not know would be lost without a word.
  const options = { dryRun: true, fieldManager: 'banyan', fieldValidation: 'Strict' } as const;
  return reserved.present(() => parent.create(resource, probe, options));
}

/** What is sent: the object as its author wrote it, somewhere else. */
function probeOf(object: KubeObject, { namespaced }: DryRunOptions): KubeObject {
  const { status: _, metadata, ...fields } = object;
  const { name, labels, annotations, finalizers } = metadata;
  return withoutLocalFacts({
    ...fields,
    metadata: {
      ...(name !== undefined && { name }),
      ...(namespaced && { namespace: RESERVED_NAMESPACE }),
      ...(labels && { labels }),
      ...(annotations && { annotations }),
      ...(finalizers && { finalizers }),
    },
  });
}

function restored(template: KubeObject, object: KubeObject): KubeObject {
  const { name, namespace } = object.metadata;
  const { namespace: _, ...metadata } = template.metadata;
  const labels = restoredLabels(object, template.metadata.labels);
  return {
    ...withLocalFacts(template, object),
    metadata: {
      ...metadata,
      ...(name !== undefined && { name }),
      ...(namespace !== undefined && { namespace }),
      ...(labels && { labels }),
    },
  };
}

function restoredLabels(
  object: KubeObject,
  labels: Record<string, string> | undefined,
): Record<string, string> | undefined {
  if (labels?.[NAMESPACE_NAME] === undefined || object.kind !== 'Namespace') return labels;
  return { ...labels, [NAMESPACE_NAME]: object.metadata.name ?? '' };
}

/** What clients keep about a template for themselves stays in the store, though it goes to no member. */
function withKept(template: KubeObject, object: KubeObject): KubeObject {
  const { managedFields, annotations } = object.metadata;
  const lastApplied = annotations?.[LAST_APPLIED];
  return {
    ...template,
    metadata: {
      ...template.metadata,
      ...(lastApplied !== undefined && {
        annotations: { ...template.metadata.annotations, [LAST_APPLIED]: lastApplied },
      }),
      ...(managedFields && { managedFields }),
    },
  };
}

function otherName({ metadata }: KubeObject, { suffix }: DryRunOptions): string {
  return `${(metadata.name ?? '').slice(0, MAX_STEM).replace(/[^a-z0-9]+$/i, '')}-${suffix()}`;
}
