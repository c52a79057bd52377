import { isDeepStrictEqual } from 'node:util';
import type { KubeObject } from '@banyan/api';
import { ipWarnings } from '../fields/ip-format.ts';
import { subdomainName } from '../fields/name-format.ts';
import { validateImmutable, validateObjectMeta } from '../fields/object-meta-validation.ts';
import type { KindRules } from '../kind-rules.ts';
import {
  validateAddressType,
  validateEndpoints,
  validateSlicePorts,
  type EndpointSlice,
} from './endpoint-slice-validation.ts';

/** Slices with this label were written by the cluster itself, which writes addresses as they should be. */
const MANAGED_BY = 'endpointslice.kubernetes.io/managed-by';
const MANAGERS = ['endpointslice-controller.k8s.io', 'endpointslicemirroring-controller.k8s.io'];

export const endpointSliceRules: KindRules = {
  kind: { group: 'discovery.k8s.io', version: 'v1', kind: 'EndpointSlice' },
  namespaced: true,
  name: subdomainName,
  generation: 'labels, or all but metadata',
  hasStatus: false,
  defaults: (draft) => {
    for (const port of asSlice(draft).ports ?? []) {
      port.name ??= '';
      port.protocol ??= 'TCP';
    }
  },
  prepareForCreate: (draft) => dropTopology(asSlice(draft)),
  prepareForUpdate: (draft) => dropTopology(asSlice(draft)),
  validate: (object) => {
    const slice = asSlice(object);
    return [
      ...validateAddressType(slice.addressType),
      ...validateSlicePorts(slice.ports ?? [], 'ports'),
      ...validateEndpoints(slice, 'endpoints'),
    ];
  },
  validateUpdate: (object, old) => {
    const [slice, before] = [asSlice(object), asSlice(old)];
    const ofEndpoints = validateEndpoints(slice, 'endpoints');
    // What older rules accepted stays.
    const isKept = ofEndpoints.length > 0 && isDeepStrictEqual(slice.endpoints, before.endpoints);
    return [
      ...validateObjectMeta(object.metadata, { namespaced: true, name: subdomainName }),
      ...validateAddressType(slice.addressType),
      ...validateSlicePorts(slice.ports ?? [], 'ports'),
      ...(isKept ? [] : ofEndpoints),
      ...validateImmutable(slice.addressType, before.addressType, 'addressType'),
    ];
  },
  warnings: (object, old) => {
    const { addressType, endpoints, metadata } = asSlice(object);
    const isOld = old === undefined && addressType === 'FQDN';
    const isManaged = MANAGERS.includes(metadata.labels?.[MANAGED_BY] ?? '');
    return [
      ...(isOld ? ['spec.addressType: FQDN endpoints are deprecated'] : []),
      ...(endpoints ?? []).flatMap(({ addresses }, i) =>
        isManaged
          ? []
          : (addresses ?? []).flatMap((ip, j) => ipWarnings(ip, `endpoints[${i}].addresses[${j}]`)),
      ),
    ];
  },
};

function asSlice(object: Readonly<KubeObject>): EndpointSlice {
  return object as EndpointSlice;
}

/** A field of an older version, which this one only shows. */
function dropTopology({ endpoints }: EndpointSlice): void {
  for (const endpoint of endpoints ?? []) delete endpoint.deprecatedTopology;
}
