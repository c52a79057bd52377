import type { KubeObject, StatusCause } from '@banyan/api';
import { invalidValue, malformed, required } from '../fields/field-error.ts';
import { parseCidr, strictCidr } from '../fields/ip-format.ts';
import { subdomainName } from '../fields/name-format.ts';
import { validateObjectMetaUpdate } from '../fields/object-meta-validation.ts';
import { keepMetadata } from '../keep-metadata.ts';
import type { KindRules } from '../kind-rules.ts';

interface ServiceCidr extends KubeObject {
  spec: { cidrs?: string[] };
}

const FIELD = 'spec.cidrs';
const IMMUTABLE = 'field is immutable';

export const serviceCidrRules: KindRules = {
  kind: { group: 'networking.k8s.io', version: 'v1', kind: 'ServiceCIDR' },
  namespaced: false,
  name: subdomainName,
  hasStatus: true,
  validate: (object) => validateCidrs((object as ServiceCidr).spec.cidrs ?? []),
  validateUpdate: (object, old) => [
    ...validateObjectMetaUpdate(object.metadata, old.metadata),
    ...validateCidrsUpdate((object as ServiceCidr).spec.cidrs ?? [], (old as ServiceCidr).spec.cidrs ?? []),
  ],
  status: {
    prepareForUpdate: keepMetadata,
    validateUpdate: (object, old) => validateObjectMetaUpdate(object.metadata, old.metadata),
  },
};

/** One range, or one of each family. */
function validateCidrs(cidrs: readonly string[]): StatusCause[] {
  if (cidrs.length === 0) return [required(FIELD, 'at least one CIDR required')];
  if (cidrs.length > 2) return [invalidValue(FIELD, { CIDRs: cidrs }, 'may only hold up to 2 values')];
  const [first, second] = cidrs.map((cidr) => parseCidr(cidr)?.family);
  const why = 'may specify no more than one IP for each IP family, i.e 192.168.0.0/24 and 2001:db8::/64';
  return [
    ...cidrs.flatMap((cidr, i) => malformed(`${FIELD}[${i}]`, cidr, strictCidr(cidr))),
    ...(first !== undefined && first === second ? [invalidValue(FIELD, cidrs, why)] : []),
  ];
}

/** A second family may be added; nothing else changes. */
function validateCidrsUpdate(cidrs: readonly string[], old: readonly string[]): StatusCause[] {
  const changed = (count: number) =>
    cidrs
      .slice(0, count)
      .flatMap((cidr, i) => (cidr === old[i] ? [] : [invalidValue(`${FIELD}[${i}]`, cidr, IMMUTABLE)]));
  if (cidrs.length === old.length) return changed(cidrs.length);
  if (old.length === 1 && cidrs.length === 2) return [...changed(1), ...validateCidrs(cidrs)];
  return [invalidValue(FIELD, cidrs.length === 0 ? null : cidrs, IMMUTABLE)];
}
