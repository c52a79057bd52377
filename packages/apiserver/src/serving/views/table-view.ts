import type { KubeObject } from '@banyan/api';
import { badRequest } from '../../errors/api-error.ts';
import { apiVersionOf } from '../../registry/api-version.ts';
import type { ServedResource, TableColumn } from '../../registry/served-resource.ts';
import type { ObjectView } from '../negotiate.ts';
import { partialObject } from './metadata-view.ts';

/** What of its object a row carries. */
export type IncludeObject = 'None' | 'Metadata' | 'Object';

export interface TableRequest {
  readonly view: ObjectView;
  readonly include: IncludeObject;
  readonly now: Date;
}

export function parseIncludeObject(value: string | null): IncludeObject {
  if (value === null || value === '') return 'Metadata';
  if (value === 'None' || value === 'Metadata' || value === 'Object') return value;
  throw badRequest(
    `Unable to convert to Table as requested: includeObject: Invalid value: ${JSON.stringify(value)}: must be 'Metadata', 'Object', 'None', or empty`,
  );
}

/** Objects as rows. `metadata` is the list's, or of a single object its version. */
export function tableOf(
  resource: ServedResource,
  objects: readonly Readonly<KubeObject>[],
  metadata: object,
  request: TableRequest,
): object {
  return {
    kind: 'Table',
    apiVersion: `meta.k8s.io/${request.view.version}`,
    metadata,
    columnDefinitions: resource.columns.map(columnDefinition),
    rows: objects.map((object) => rowOf(resource, object, request)),
  };
}

function columnDefinition({ name, type, format = '', description, priority }: TableColumn): object {
  return { name, type, format, description, priority };
}

function rowOf(resource: ServedResource, object: Readonly<KubeObject>, request: TableRequest): object {
  const shown = resource.fromStorage(object);
  // Built-in kinds are shown by what is kept, custom ones by the version that their columns belong to.
  const read = resource.custom === undefined ? object : shown;
  const conditions = resource.rowConditions?.(read) ?? [];
  return {
    cells: resource.columns.map((column) => column.value(read, request.now)),
    ...(conditions.length > 0 && { conditions }),
    object: includedObject(resource, shown, request),
  };
}

function includedObject(
  resource: ServedResource,
  object: Readonly<KubeObject>,
  { include, view }: TableRequest,
) {
  switch (include) {
    case 'None':
      return null;
    case 'Metadata':
      return partialObject(object, view);
    case 'Object':
      return { ...object, kind: resource.kind, apiVersion: apiVersionOf(resource) };
  }
}
