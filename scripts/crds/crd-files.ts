import { CLUSTERNET_CRDS } from '@banyan/api/clusternet';
import { formatManifests } from '@banyan/membership';

/** The text of each file of deploy/crds, by its name. */
export function crdFiles(): Map<string, string> {
  return new Map(
    CLUSTERNET_CRDS.map((crd) => [`${crd.spec.group}_${crd.spec.names.plural}.yaml`, formatManifests([crd])]),
  );
}
