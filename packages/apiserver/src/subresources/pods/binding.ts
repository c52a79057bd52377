import type { KubeObject, StatusCause } from '@banyan/api';
import { badRequest, conflict, failure, notFound } from '../../errors/api-error.ts';
import { notSupported, required } from '../../kinds/fields/field-error.ts';
import { ordered, timestamp } from '../../registry/object-draft.ts';
import { requireUid, requireRecordedVersion, type Operation } from '../../registry/operation.ts';
import type { KeptObject, StorageChange } from '../../registry/resource-storage.ts';
import type {
  ServedResource,
  SubresourceAnswer,
  SubresourceRequest,
} from '../../registry/served-resource.ts';
import { handlerOperation, SUCCESS } from '../handler-operation.ts';
import { setPodCondition, type PodView } from './pod-view.ts';
import { copyJson } from '../../registry/copy-json.ts';

interface Binding extends KubeObject {
  target?: { kind?: string; name?: string };
}

const PODS = { group: '', resource: 'pods' };

/** Puts a Pod on a node: POST to `pods/x/binding`, or to `bindings`. `pods` is the resource of the Pods. */
export async function bindPod(request: SubresourceRequest, pods: ServedResource): Promise<SubresourceAnswer> {
  const { name, namespace, context } = request;
  const binding = request.body as Binding;
  if ((binding.metadata.name ?? '') !== name)
    throw badRequest('name in URL does not match name in Binding object');
  const problems = problemsOf(binding);
  if (problems.length > 0) throw failure(textOf(problems));
  if (name === '') throw badRequest('Name parameter required.');
  const operation = handlerOperation(request, pods);
  const change = (current: KeptObject | undefined): StorageChange => {
    if (current === undefined) throw notFound(PODS, name);
    return { type: 'put', object: boundPod(operation, current.object, binding) };
  };
  const key = { namespace, name };
  if (context.dryRun) change(await pods.storage.get(key));
  else await pods.storage.write(key, change);
  return { status: 201, body: SUCCESS };
}

function boundPod(operation: Operation, live: Readonly<KubeObject>, binding: Binding): KubeObject {
  const { uid, resourceVersion, annotations, labels } = binding.metadata;
  requireUid(operation, live, uid === '' ? undefined : uid);
  requireRecordedVersion(operation, live, resourceVersion);
  requireUnbound(live as PodView);
  const pod = copyJson(live) as PodView;
  pod.spec.nodeName = binding.target?.name ?? '';
  delete pod.status?.nominatedNodeName;
  if (annotations !== undefined) pod.metadata.annotations = { ...pod.metadata.annotations, ...annotations };
  if (labels !== undefined) pod.metadata.labels = { ...pod.metadata.labels, ...labels };
  setPodCondition(pod, { type: 'PodScheduled', status: 'True' }, timestamp(operation.now()));
  // Brings what was added to its place.
  operation.strategy.applyDefaults(pod);
  return ordered(pod);
}

function requireUnbound({ metadata, spec }: PodView): void {
  const { name = '', deletionTimestamp } = metadata;
  const refuse = (why: string) => {
    throw conflict({ group: '', resource: 'pods/binding' }, name, `pod ${name} ${why}`);
  };
  if (deletionTimestamp !== undefined) refuse('is being deleted, cannot be assigned to a host');
  if ((spec.nodeName ?? '') !== '') refuse(`is already assigned to node ${JSON.stringify(spec.nodeName)}`);
  if ((spec.schedulingGates ?? []).length > 0) refuse('has non-empty .spec.schedulingGates');
}

function problemsOf({ target = {} }: Binding): StatusCause[] {
  const { kind = '', name = '' } = target;
  return [
    ...(kind === '' || kind === 'Node' ? [] : [notSupported('target.kind', kind, ['Node', '<empty>'])]),
    ...(name === '' ? [required('target.name')] : []),
  ];
}

/** The real server does not make an "invalid" of these. */
function textOf(causes: readonly StatusCause[]): string {
  const texts = causes.map(({ field, message }) => `${field}: ${message}`);
  return texts.length === 1 ? (texts[0] ?? '') : `[${texts.join(', ')}]`;
}
