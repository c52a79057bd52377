import type { Environment } from '@marcbachmann/cel-js';
import { isRequestUri } from '../../values/network-formats.ts';
import { quoted } from '../../../../kinds/fields/go-text.ts';
import { IDENTITY } from './lists.ts';
import { addFunctions, chargeFor, evaluationProblem } from './register.ts';

class RuleUrl {
  readonly scheme: string;
  readonly host: string;
  readonly path: string;
  readonly query: string;

  constructor(text: string) {
    const [, scheme = '', authority = '', path = '', query = ''] =
      /^(?:([^:/?#]+):)?(?:\/\/([^/?#]*))?([^?#]*)(?:\?([^#]*))?/.exec(text) ?? [];
    this.scheme = scheme.toLowerCase();
    this.host = authority.replace(/^.*@/, '');
    this.path = path;
    this.query = query;
  }

  get hostname(): string {
    return this.host.replace(/:\d*$/, '').replace(/^\[(.*)\]$/, '$1');
  }

  get port(): string {
    return /:(\d*)$/.exec(this.host)?.[1] ?? '';
  }

  [IDENTITY](): string {
    return `url${[this.scheme, this.host, this.path, this.query].join('\0')}`;
  }
}

/** Absolute, or a path: what could be asked for. */
function isUrl(text: string): boolean {
  chargeFor(text.length);
  return isRequestUri(text) && !text.startsWith('*');
}

function parseUrl(text: string): RuleUrl {
  if (isUrl(text)) return new RuleUrl(text);
  const reason =
    text === '' ? 'empty url' : text.startsWith(':') ? 'missing protocol scheme' : 'invalid URI for request';
  const why = `parse ${quoted(text)}: ${reason}`;
  throw evaluationProblem(`URL parse error during conversion from string: ${why}`);
}

function queryOf({ query }: RuleUrl): Map<string, string[]> {
  chargeFor(query.length);
  const found = new Map<string, string[]>();
  for (const [key, value] of new URLSearchParams(query)) found.set(key, [...(found.get(key) ?? []), value]);
  return found;
}

export function addUrls(environment: Environment): void {
  environment.registerType('kubernetes.URL', RuleUrl);
  environment.registerOperator(
    'kubernetes.URL == kubernetes.URL',
    (a: RuleUrl, b: RuleUrl) => a[IDENTITY]() === b[IDENTITY](),
  );
  addFunctions(environment, {
    'url(string): kubernetes.URL': parseUrl,
    'isURL(string): bool': isUrl,
    'kubernetes.URL.getScheme(): string': (url: RuleUrl) => url.scheme,
    'kubernetes.URL.getHost(): string': (url: RuleUrl) => url.host,
    'kubernetes.URL.getHostname(): string': (url: RuleUrl) => url.hostname,
    'kubernetes.URL.getPort(): string': (url: RuleUrl) => url.port,
    'kubernetes.URL.getEscapedPath(): string': (url: RuleUrl) => url.path,
    'kubernetes.URL.getQuery(): map<string, list<string>>': queryOf,
  });
}
