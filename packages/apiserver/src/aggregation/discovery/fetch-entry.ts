import { askBackend, type BackendAnswer, type BackendQuestion } from '../ask-backend.ts';
import { entryInDocument, entryOfResourceList, type VersionEntry } from './version-entry.ts';

const AGGREGATED =
  'application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList,' +
  'application/json;g=apidiscovery.k8s.io;v=v2beta1;as=APIGroupDiscoveryList';

export type DiscoveryQuestion = Omit<BackendQuestion, 'path' | 'headers'> & {
  readonly group: string;
  readonly version: string;
};

/** What a backend says of a version of its group. Throws when it does not answer, or not with discovery. */
export async function fetchEntry(question: DiscoveryQuestion): Promise<VersionEntry> {
  const { group, version } = question;
  const all = await askBackend({ ...question, path: '/apis', headers: { accept: AGGREGATED } });
  if (all.status === 503) throw new Error(`the backend answered ${all.status}`);
  if (all.status === 200 && (all.headers['content-type'] ?? '').includes('as=APIGroupDiscoveryList')) {
    return entryInDocument(parsed(all), group, version) ?? { version };
  }
  const path = `/apis/${group}/${version}`;
  const one = await askBackend({ ...question, path, headers: { accept: 'application/json' } });
  if (one.status !== 200) throw new Error(`the backend answered ${one.status} to ${path}`);
  return entryOfResourceList(parsed(one), version);
}

/** The hash under which a backend has its OpenAPI v3 document of a version; undefined if it has none. */
export async function fetchOpenApiHash(question: DiscoveryQuestion): Promise<string | undefined> {
  const { group, version } = question;
  const index = await askBackend({
    ...question,
    path: '/openapi/v3',
    headers: { accept: 'application/json' },
  });
  if (index.status !== 200) return undefined;
  const { paths } = parsed(index) as { paths?: Record<string, { serverRelativeURL?: unknown } | undefined> };
  const address = paths?.[`apis/${group}/${version}`]?.serverRelativeURL;
  if (typeof address !== 'string') return undefined;
  return /[?&]hash=([0-9A-Za-z]{1,256})(?:&|$)/.exec(address)?.[1] ?? '';
}

function parsed({ body }: BackendAnswer): unknown {
  return JSON.parse(body.toString()) as unknown;
}
