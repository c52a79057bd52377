import { subdomainName } from '../fields/name-format.ts';
import { validateObjectMetaUpdate } from '../fields/object-meta-validation.ts';
import { cidrWarnings } from '../fields/ip-format.ts';
import type { KindRules } from '../kind-rules.ts';
import {
  ipBlocksOf,
  rulesOf,
  validateNetworkPolicySpec,
  type NetworkPolicy,
} from './network-policy-validation.ts';

export const networkPolicyRules: KindRules = {
  kind: { group: 'networking.k8s.io', version: 'v1', kind: 'NetworkPolicy' },
  namespaced: true,
  name: subdomainName,
  generation: 'spec',
  hasStatus: false,
  defaults: (draft) => {
    const { spec } = draft as NetworkPolicy;
    for (const [{ ports }] of rulesOf(spec, '')) for (const port of ports ?? []) port.protocol ??= 'TCP';
    if ((spec.policyTypes ?? []).length > 0) return;
    spec.policyTypes = (spec.egress ?? []).length > 0 ? ['Ingress', 'Egress'] : ['Ingress'];
  },
  validate: (object) => validateNetworkPolicySpec((object as NetworkPolicy).spec, 'spec', new Set()),
  validateUpdate: (object, old) => {
    const before = ipBlocksOf((old as NetworkPolicy).spec, '');
    const known = new Set(before.flatMap(([{ cidr = '', except = [] }]) => [cidr, ...except]));
    return [
      ...validateObjectMetaUpdate(object.metadata, old.metadata),
      ...validateNetworkPolicySpec((object as NetworkPolicy).spec, 'spec', known),
    ];
  },
  warnings: (object) =>
    ipBlocksOf((object as NetworkPolicy).spec, 'spec').flatMap(([{ cidr = '', except = [] }, path]) => [
      ...cidrWarnings(cidr, `${path}.cidr`),
      ...except.flatMap((each, i) => cidrWarnings(each, `${path}.except[${i}]`)),
    ]),
};
