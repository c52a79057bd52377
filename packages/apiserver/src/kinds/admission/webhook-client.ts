import type { StatusCause } from '@banyan/api';
import { invalidValue, required } from '../fields/field-error.ts';
import { dnsSubdomain } from '../fields/name-format.ts';
import { portNumber } from '../fields/text-format.ts';

/** Where a webhook is asked. */
export interface WebhookClient {
  url?: string;
  service?: { namespace?: string; name?: string; path?: string; port?: number };
  caBundle?: string;
}

const FORM = '; desired format: https://host[/path]';

export function validateClient({ url, service }: WebhookClient, field: string): StatusCause[] {
  if ((url === undefined) === (service === undefined))
    return [required(field, 'exactly one of url or service is required')];
  if (url !== undefined) return validateUrl(url, `${field}.url`);
  return service === undefined ? [] : validateService(service, `${field}.service`);
}

/** As texts go: what is between the marks is not judged. */
function validateUrl(text: string, field: string): StatusCause[] {
  const [, scheme = '', rest = ''] = /^(?:([a-zA-Z][-+.a-zA-Z0-9]*):)?(.*)$/s.exec(text) ?? [];
  const [beforeFragment = '', fragment = ''] = splitOnce(rest, '#');
  const [hierarchy = '', query = ''] = splitOnce(beforeFragment, '?');
  const authority = hierarchy.startsWith('//') ? (hierarchy.slice(2).split('/')[0] ?? '') : '';
  const at = authority.lastIndexOf('@');
  const user = at < 0 ? undefined : authority.slice(0, at);
  return [
    ...(scheme.toLowerCase() === 'https'
      ? []
      : [invalidValue(field, scheme.toLowerCase(), `'https' is the only allowed URL scheme${FORM}`)]),
    ...(authority.slice(at + 1) === '' ? [invalidValue(field, '', `host must be specified${FORM}`)] : []),
    ...(user === undefined
      ? []
      : [invalidValue(field, user, 'user information is not permitted in the URL')]),
    ...(fragment === '' ? [] : [invalidValue(field, fragment, 'fragments are not permitted in the URL')]),
    ...(query === '' ? [] : [invalidValue(field, query, 'query parameters are not permitted in the URL')]),
  ];
}

function splitOnce(text: string, mark: string): string[] {
  const place = text.indexOf(mark);
  return place < 0 ? [text] : [text.slice(0, place), text.slice(place + 1)];
}

function validateService(
  { namespace = '', name = '', path, port = 0 }: NonNullable<WebhookClient['service']>,
  field: string,
): StatusCause[] {
  const ofPort = portNumber(port);
  return [
    // The real server takes one for the other here.
    ...(namespace === '' ? [required(`${field}.name`)] : []),
    ...(name === '' ? [required(`${field}.namespace`)] : []),
    ...(ofPort.length > 0
      ? [invalidValue(`${field}.port`, port, `port is not valid: ${ofPort.join(', ')}`)]
      : []),
    ...validatePath(path ?? '', `${field}.path`),
  ];
}

function validatePath(path: string, field: string): StatusCause[] {
  if (path === '' || path === '/') return [];
  if (path === '//') return [invalidValue(field, path, 'segment[0] may not be empty')];
  const segments = path.slice(1).replace(/\/$/, '').split('/');
  return [
    ...(path.startsWith('/') ? [] : [invalidValue(field, path, "must start with a '/'")]),
    ...segments.flatMap((segment, i) =>
      segment === ''
        ? [invalidValue(field, path, `segment[${i}] may not be empty`)]
        : dnsSubdomain(segment).map((why) => invalidValue(field, path, `segment[${i}]: ${why}`)),
    ),
  ];
}
