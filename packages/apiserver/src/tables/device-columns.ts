import { AGE, columnsFor, NAME, text, type Shown } from './column.ts';

interface ResourceClaim extends Shown {
  readonly status?: { readonly allocation?: object; readonly reservedFor?: readonly unknown[] };
}

export const RESOURCE_CLAIM_COLUMNS = columnsFor<ResourceClaim>([
  NAME,
  text('State', 'How far it is', claimState),
  AGE,
]);

function claimState({ metadata, status }: ResourceClaim): string {
  const isDeleted = Boolean(metadata.deletionTimestamp);
  const isReserved = (status?.reservedFor ?? []).length > 0;
  if (status?.allocation === undefined) return isDeleted ? 'deleted' : 'pending';
  return [...(isDeleted ? ['deleted'] : []), 'allocated', ...(isReserved ? ['reserved'] : [])].join(',');
}

interface ResourceSlice extends Shown {
  readonly spec?: {
    readonly nodeName?: string;
    readonly driver?: string;
    readonly pool?: { readonly name?: string };
  };
}

export const RESOURCE_SLICE_COLUMNS = columnsFor<ResourceSlice>([
  NAME,
  text('Node', 'The node that has the devices', ({ spec }) => spec?.nodeName ?? ''),
  text('Driver', 'The driver of the devices', ({ spec }) => spec?.driver ?? ''),
  text('Pool', 'The pool they belong to', ({ spec }) => spec?.pool?.name ?? ''),
  AGE,
]);
