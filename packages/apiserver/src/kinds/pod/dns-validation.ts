import type { StatusCause } from '@banyan/api';
import { invalidValue, malformed, required } from '../fields/field-error.ts';
import { ipAddress } from '../fields/ip-format.ts';
import { dnsSubdomain, matches, regexReason } from '../fields/name-format.ts';
import type { DnsConfig, PodSpec } from './pod-spec.ts';

/** What resolvers can take. */
const MAX_NAMESERVERS = 3;
const MAX_SEARCHES = 32;
const MAX_SEARCH_CHARACTERS = 2048;

const LABEL = '_?[a-z0-9]([-_a-z0-9]*[a-z0-9])?';
const SUBDOMAIN = `${LABEL}(\\.${LABEL})*`;

export function validateDnsConfig({ dnsConfig, dnsPolicy }: PodSpec, path: string): StatusCause[] {
  if (dnsPolicy === 'None' && dnsConfig === undefined)
    return [required(path, 'must provide `dnsConfig` when `dnsPolicy` is None')];
  if (dnsPolicy === 'None' && (dnsConfig?.nameservers ?? []).length === 0)
    return [
      required(`${path}.nameservers`, 'must provide at least one DNS nameserver when `dnsPolicy` is None'),
    ];
  return dnsConfig === undefined ? [] : validateGivenDnsConfig(dnsConfig, path);
}

function validateGivenDnsConfig(config: DnsConfig, path: string): StatusCause[] {
  const { nameservers = [], searches = [], options = [] } = config;
  const tooMany = (max: number, what: string) => `must not have more than ${max} ${what}`;
  const long = tooMany(MAX_SEARCH_CHARACTERS, 'characters (including spaces) in the search list');
  return [
    ...(nameservers.length > MAX_NAMESERVERS
      ? [invalidValue(`${path}.nameservers`, nameservers, tooMany(MAX_NAMESERVERS, 'nameservers'))]
      : []),
    ...nameservers.flatMap((address, i) =>
      malformed(`${path}.nameservers[${i}]`, address, ipAddress(address)),
    ),
    ...(searches.length > MAX_SEARCHES
      ? [invalidValue(`${path}.searches`, searches, tooMany(MAX_SEARCHES, 'search paths'))]
      : []),
    ...(searches.join(' ').length > MAX_SEARCH_CHARACTERS
      ? [invalidValue(`${path}.searches`, searches, long)]
      : []),
    ...searches.flatMap((search, i) => validateSearch(search, `${path}.searches[${i}]`)),
    ...options.flatMap(({ name = '' }, i) =>
      name === '' ? [required(`${path}.options[${i}]`, 'must not be empty')] : [],
    ),
  ];
}

/** A domain to search in: a dot at its end does no harm, and underscores are allowed here. */
function validateSearch(search: string, field: string): StatusCause[] {
  if (search === '.') return [];
  const domain = search.replace(/\.$/, '');
  const why =
    "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '_', '-' or '.', and must start and end with an alphanumeric character";
  return malformed(field, domain, [
    ...(domain.length > 253 ? ['must be no more than 253 characters'] : []),
    ...(matches(SUBDOMAIN, domain) ? [] : [regexReason(why, SUBDOMAIN, 'example.com')]),
  ]);
}

export function validateHostAliases({ hostAliases = [] }: PodSpec, field: string): StatusCause[] {
  return hostAliases.flatMap(({ ip, hostnames = [] }, i) => [
    ...malformed(`${field}[${i}].ip`, ip, ipAddress(ip)),
    ...hostnames.flatMap((name, j) => malformed(`${field}[${i}].hostnames[${j}]`, name, dnsSubdomain(name))),
  ]);
}
