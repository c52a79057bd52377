import type { KubeObject, LabelSelector, StatusCause } from '@banyan/api';
import { invalidValue, malformed } from '../fields/field-error.ts';
import { printableSelector, validateLabelSelector } from '../fields/label-validation.ts';
import { dnsSubdomain, subdomainName } from '../fields/name-format.ts';
import {
  validateImmutable,
  validateObjectMeta,
  validateObjectMetaUpdate,
} from '../fields/object-meta-validation.ts';
import { parseQuantity } from '@banyan/api/quantity';
import type { KindRules } from '../kind-rules.ts';
import { DEPRECATED_LABELS } from '../pod/pod-warnings.ts';

interface CsiStorageCapacity extends KubeObject {
  storageClassName: string;
  capacity?: string;
  nodeTopology?: LabelSelector;
}

/** How much a driver could provision where. */
export const csiStorageCapacityRules: KindRules = {
  kind: { group: 'storage.k8s.io', version: 'v1', kind: 'CSIStorageCapacity' },
  namespaced: true,
  name: subdomainName,
  hasStatus: false,
  validate: (object) => validateCapacity(object as CsiStorageCapacity),
  validateUpdate: (object, old) => {
    const [now, before] = [object as CsiStorageCapacity, old as CsiStorageCapacity];
    return [
      ...validateObjectMeta(object.metadata, { namespaced: true, name: subdomainName }),
      ...validateCapacity(now),
      ...validateObjectMetaUpdate(object.metadata, old.metadata),
      ...validateImmutable(now.nodeTopology, before.nodeTopology, 'nodeTopology', printableSelector),
      ...validateImmutable(now.storageClassName, before.storageClassName, 'storageClassName'),
    ];
  },
  warnings: (object) => {
    const { matchExpressions = [], matchLabels = {} } = (object as CsiStorageCapacity).nodeTopology ?? {};
    return [
      ...matchExpressions.flatMap(({ key }, i) => {
        const why = DEPRECATED_LABELS[key];
        return why === undefined ? [] : [`nodeTopology.matchExpressions[${i}].key: ${key} is ${why}`];
      }),
      ...Object.keys(matchLabels).flatMap((key) => {
        const why = DEPRECATED_LABELS[key];
        return why === undefined ? [] : [`nodeTopology.matchLabels.${key}: ${why}`];
      }),
    ];
  },
};

function validateCapacity(given: Readonly<CsiStorageCapacity>): StatusCause[] {
  const { capacity = '0', nodeTopology, storageClassName: name } = given;
  const isNegative = (parseQuantity(capacity)?.unscaled ?? 0n) < 0n;
  return [
    ...validateLabelSelector(nodeTopology, 'nodeTopology'),
    ...malformed('storageClassName', name, dnsSubdomain(name)),
    ...(isNegative ? [invalidValue('capacity', capacity, 'must be greater than or equal to 0')] : []),
  ];
}
