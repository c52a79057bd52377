import type { KubeObject, ManagedFieldsEntry } from '@banyan/api';
import { CLUSTERNET_LAST_APPLIED_ANNOTATION } from '@banyan/api/clusternet';
import type { ObjectIdentity } from '@banyan/engine';
import type { ApiResource } from '@banyan/kube';
import type { ApplyContext } from './apply-context.ts';
import { MemberSession } from './member-session.ts';
import { FIELD_MANAGER } from './seen-object.ts';

/** Programs that did our work before us: what they set is ours from now on, so that what we leave out goes. */
const FORMER = /^(?:clusternet|karmada)/;

interface Taken {
  readonly resource: ApiResource;
  readonly identity: ObjectIdentity;
  readonly live: KubeObject;
}

/** Takes the ownership of an object from Clusternet or Karmada, once; nothing about the object itself changes. */
export async function takeOver(
  { session }: ApplyContext,
  { resource, identity, live }: Taken,
  signal: AbortSignal,
): Promise<void> {
  const { managedFields = [], annotations = {}, resourceVersion } = live.metadata;
  const owners = inherited(managedFields);
  const hasRecord = CLUSTERNET_LAST_APPLIED_ANNOTATION in annotations;
  if (owners === undefined && !hasRecord) return;
  const record = CLUSTERNET_LAST_APPLIED_ANNOTATION.replaceAll('~', '~0').replaceAll('/', '~1');
  const body = [
    { op: 'test', path: '/metadata/resourceVersion', value: resourceVersion },
    ...(owners === undefined ? [] : [{ op: 'replace', path: '/metadata/managedFields', value: owners }]),
    ...(hasRecord ? [{ op: 'remove', path: `/metadata/annotations/${record}` }] : []),
  ];
  session.requireTurn();
  await session.memberClient.patch(
    resource,
    MemberSession.keyOf(identity),
    { type: 'json', body },
    { fieldManager: FIELD_MANAGER, signal },
  );
}

/** The newest entry of a former owner as ours; undefined if there is none, or we have one. */
export function inherited(entries: readonly ManagedFieldsEntry[]): ManagedFieldsEntry[] | undefined {
  const isFormer = ({ manager = '', subresource = '' }: ManagedFieldsEntry): boolean =>
    FORMER.test(manager) && subresource === '';
  const heir = entries.findLast(isFormer);
  if (heir === undefined || entries.some(({ manager }) => manager === FIELD_MANAGER)) return undefined;
  const others = entries.filter((entry) => !isFormer(entry));
  return [...others, { ...heir, manager: FIELD_MANAGER, operation: 'Apply' }];
}
