import { isDeepStrictEqual } from 'node:util';
import type { KubeObject, StatusCause } from '@banyan/api';
import { forbidden } from '../fields/field-error.ts';
import { asJson, quoted } from '../fields/go-text.ts';
import { validateObjectMetaUpdate } from '../fields/object-meta-validation.ts';
import { unifiedDiff } from '../fields/unified-diff.ts';
import type { SubresourceRules } from '../kind-rules.ts';
import type { EphemeralContainer } from './container-spec.ts';
import { internalEphemeralContainer } from './internal-form.ts';
import { keepAllBut } from './keep-all-but.ts';
import { validateWholePod } from './pod-content-validation.ts';
import type { Pod } from './pod-spec.ts';

/** Containers put into a Pod that runs: they can be added, and nothing else. */
export const ephemeralContainersRules: SubresourceRules = {
  prepareForUpdate: (draft, old) => {
    const { ephemeralContainers } = asPod(draft).spec;
    keepAllBut(draft, old, { ...asPod(old).spec, ephemeralContainers });
  },
  validateUpdate: (object, old) => [
    ...validateObjectMetaUpdate(object.metadata, old.metadata),
    ...validateWholePod(asPod(object)),
    ...validateOnlyAdded(
      asPod(object).spec.ephemeralContainers ?? [],
      asPod(old).spec.ephemeralContainers ?? [],
    ),
  ],
};

function asPod(object: Readonly<KubeObject>): Pod {
  return object as unknown as Pod;
}

function validateOnlyAdded(
  containers: readonly EphemeralContainer[],
  old: readonly EphemeralContainer[],
): StatusCause[] {
  return old.flatMap((before) => {
    const now = containers.find(({ name }) => name === before.name);
    const what = `existing ephemeral containers ${quoted(before.name)} may not be`;
    if (now === undefined) return [forbidden('spec.ephemeralContainers', `${what} removed\n`)];
    if (isDeepStrictEqual(now, before)) return [];
    const difference = unifiedDiff(pretty(before), pretty(now));
    return [forbidden('spec.ephemeralContainers', `${what} changed\n${difference}`)];
  });
}

function pretty(container: EphemeralContainer): string {
  return asJson(internalEphemeralContainer(container), ' ');
}
