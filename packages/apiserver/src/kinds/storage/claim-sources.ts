import type { ClaimSpec, DataSource } from './claim-spec.ts';

/**
 * A claim names what it is filled from in two fields, an older one and a newer one. Where only one is given the other
 * is made of it; what the older one could never name is dropped from it without a word, unless it is there already.
 */
export function settleDataSources(spec: ClaimSpec, old: Readonly<ClaimSpec> | undefined): void {
  dropForeignNamespace(spec, old);
  const isInUse = old?.dataSource !== undefined || old?.dataSourceRef !== undefined;
  if (!isInUse && spec.dataSourceRef === undefined && !isClaimOrSnapshot(spec.dataSource))
    delete spec.dataSource;
  const { dataSource, dataSourceRef } = spec;
  if (dataSource && !dataSourceRef) spec.dataSourceRef = copyOf(dataSource);
  if (dataSourceRef && !dataSource && (dataSourceRef.namespace ?? '') === '')
    spec.dataSource = copyOf(dataSourceRef);
}

/** Sources of another namespace need a feature that is off. */
function dropForeignNamespace(spec: ClaimSpec, old: Readonly<ClaimSpec> | undefined): void {
  const isForeign = (spec.dataSourceRef?.namespace ?? '') !== '';
  if (isForeign && old?.dataSourceRef === undefined) delete spec.dataSourceRef;
}

function isClaimOrSnapshot(source: DataSource | undefined): boolean {
  const apiGroup = source?.apiGroup ?? '';
  const kind = source?.kind;
  return (
    (kind === 'PersistentVolumeClaim' && apiGroup === '') ||
    (kind === 'VolumeSnapshot' && apiGroup === 'snapshot.storage.k8s.io')
  );
}

function copyOf({ apiGroup = null, kind, name }: DataSource): DataSource {
  return { apiGroup, kind, name };
}
