import type { StatusCause } from '@banyan/api';
import { forbidden, invalidValue, notSupported, required } from '../../kinds/fields/field-error.ts';
import { dns1035Label, dnsSubdomain } from '../../kinds/fields/name-format.ts';
import type { DefinitionConversion, DefinitionSpec, WebhookClientConfig } from './definition.ts';

const PATH = 'spec.conversion';
const CONFIG = `${PATH}.webhookClientConfig`;
const VERSIONS = `${PATH}.conversionReviewVersions`;
const KNOWN_VERSIONS = ['v1', 'v1beta1'];
const FORM = '; desired format: https://host[/path]';

/** How objects get from one version to another. Webhooks are taken and kept, and not called. */
export function validateConversion({ conversion, preserveUnknownFields }: DefinitionSpec): StatusCause[] {
  if (conversion === undefined) return [];
  const isKept = preserveUnknownFields === true && conversion.strategy !== 'None';
  const why = 'must be None if spec.preserveUnknownFields is true';
  const ofSwitch = isKept ? [invalidValue(`${PATH}.strategy`, conversion.strategy, why)] : [];
  return [...ofSwitch, ...validateItself(conversion)];
}

function validateItself(conversion: DefinitionConversion): StatusCause[] {
  const { strategy, webhook } = conversion;
  const { clientConfig, conversionReviewVersions } = webhook ?? {};
  const versions = conversionReviewVersions ?? [];
  if (strategy === 'Webhook') return [...validateClient(clientConfig), ...validateReviewVersions(versions)];
  const unused = 'should not be set when strategy is not set to Webhook';
  return [
    ...validateStrategy(strategy),
    ...(clientConfig === undefined ? [] : [forbidden(CONFIG, unused)]),
    ...(versions.length === 0 ? [] : [forbidden(VERSIONS, unused)]),
  ];
}

function validateStrategy(strategy: string): StatusCause[] {
  if (strategy === 'None') return [];
  const field = `${PATH}.strategy`;
  return strategy === '' ? [required(field)] : [notSupported(field, strategy, ['None', 'Webhook'])];
}

function validateClient(config: WebhookClientConfig | undefined): StatusCause[] {
  if (config === undefined) return [required(CONFIG, 'required when strategy is set to Webhook')];
  const { url, service } = config;
  if (service === undefined && url !== undefined) return validateUrl(url);
  if (service === undefined || url !== undefined)
    return [required(CONFIG, 'exactly one of url or service is required')];
  return validateService(service);
}

function validateUrl(text: string): StatusCause[] {
  const field = `${CONFIG}.url`;
  if (!URL.canParse(text)) {
    const isPath = /^[^:]*$/.test(text);
    if (!isPath) return [required(field, `url must be a valid URL: parse ${JSON.stringify(text)}${FORM}`)];
    return [
      invalidValue(field, '', `'https' is the only allowed URL scheme${FORM}`),
      invalidValue(field, '', `host must be specified${FORM}`),
    ];
  }
  const { protocol, host, username, password, hash, search } = new URL(text);
  const scheme = protocol.slice(0, -1);
  const user = password === '' ? username : `${username}:${password}`;
  return [
    ...(scheme === 'https'
      ? []
      : [invalidValue(field, scheme, `'https' is the only allowed URL scheme${FORM}`)]),
    ...(host === '' ? [invalidValue(field, host, `host must be specified${FORM}`)] : []),
    ...(user === '' ? [] : [invalidValue(field, user, 'user information is not permitted in the URL')]),
    ...(hash === '' ? [] : [invalidValue(field, hash.slice(1), 'fragments are not permitted in the URL')]),
    ...(search === ''
      ? []
      : [invalidValue(field, search.slice(1), 'query parameters are not permitted in the URL')]),
  ];
}

function validateService(service: NonNullable<WebhookClientConfig['service']>): StatusCause[] {
  const { name, namespace, port = 443, path = '' } = service;
  const field = `${CONFIG}.service`;
  const badPort = 'port is not valid: must be between 1 and 65535, inclusive';
  return [
    // The real server looks at the name where it means the namespace, and the other way round.
    ...(namespace === '' ? [required(`${field}.name`)] : []),
    ...(name === '' ? [required(`${field}.namespace`)] : []),
    ...(port >= 1 && port <= 65_535 ? [] : [invalidValue(`${field}.port`, port, badPort)]),
    ...validatePath(path, `${field}.path`),
  ];
}

function validatePath(path: string, field: string): StatusCause[] {
  if (path === '' || path === '/') return [];
  if (path === '//') return [invalidValue(field, path, 'segment[0] may not be empty')];
  const start = path.startsWith('/') ? [] : [invalidValue(field, path, "must start with a '/'")];
  const segments = path.slice(1).replace(/\/$/, '').split('/');
  const ofSegments = segments.flatMap((segment, i) =>
    segment === ''
      ? [invalidValue(field, path, `segment[${i}] may not be empty`)]
      : dnsSubdomain(segment).map((why) => invalidValue(field, path, `segment[${i}]: ${why}`)),
  );
  return [...start, ...ofSegments];
}

function validateReviewVersions(versions: readonly string[]): StatusCause[] {
  if (versions.length === 0) return [required(VERSIONS)];
  const causes = versions.flatMap((version, i) => {
    const field = `${VERSIONS}[${i}]`;
    if (versions.indexOf(version) < i) return [invalidValue(field, version, 'duplicate version')];
    return dns1035Label(version).map((why) => invalidValue(field, version, why));
  });
  if (versions.some((version) => KNOWN_VERSIONS.includes(version))) return causes;
  return [
    ...causes,
    invalidValue(VERSIONS, versions, `must include at least one of ${KNOWN_VERSIONS.join(', ')}`),
  ];
}
