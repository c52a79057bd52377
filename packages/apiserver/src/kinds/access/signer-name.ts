import type { StatusCause } from '@banyan/api';
import { invalidValue, required, tooLong } from '../fields/field-error.ts';
import { byteLength, quoted } from '../fields/go-text.ts';
import { dnsLabel, dnsSubdomain } from '../fields/name-format.ts';

const MAX_DOMAIN_BYTES = 253;
/** A domain, and after the slash a label and another domain. */
const MAX_NAME_BYTES = MAX_DOMAIN_BYTES + 1 + 63 + 1 + MAX_DOMAIN_BYTES;

/** `example.com/signer`: who signs a certificate. */
export function validateSignerName(name: string, field: string): StatusCause[] {
  if (name === '') return [required(field)];
  const [domain = '', path, ...more] = name.split('/');
  if (path === undefined || more.length > 0) {
    const why = "must be a fully qualified domain and path of the form 'example.com/signer-name'";
    return [invalidValue(field, name, why)];
  }
  const labels = domain.split('.');
  const ofFew = 'should be a domain with at least two segments separated by dots';
  return [
    ...(byteLength(domain) > MAX_DOMAIN_BYTES ? [tooLong(field, MAX_DOMAIN_BYTES)] : []),
    ...validateFirstBad(labels, dnsLabel, { field, value: domain }),
    ...(labels.length < 2 ? [invalidValue(field, domain, ofFew)] : []),
    ...validateFirstBad(path.split('.'), dnsSubdomain, { field, value: path }),
    ...(byteLength(name) > MAX_NAME_BYTES ? [tooLong(field, MAX_NAME_BYTES)] : []),
  ];
}

/** Of several bad labels only the first is told. */
function validateFirstBad(
  labels: readonly string[],
  format: (label: string) => string[],
  { field, value }: { readonly field: string; readonly value: string },
): StatusCause[] {
  const bad = labels.find((label) => format(label).length > 0);
  if (bad === undefined) return [];
  return format(bad).map((why) => invalidValue(field, value, `validating label ${quoted(bad)}: ${why}`));
}
