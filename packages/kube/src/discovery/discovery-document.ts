import { buffer } from 'node:stream/consumers';
import type { RawRequest, RawResponse } from '../client/request-options.ts';
import { KubeError } from '../errors/kube-error.ts';
import { errorFromResponse } from '../errors/status-error.ts';
import { groupsOfAggregated, type ApiGroupDiscoveryList } from './aggregated-discovery.ts';
import type { ApiGroup } from './api-resource.ts';
import { groupsOfLegacy, type ApiGroupList, type ApiVersions } from './legacy-discovery.ts';

/** What discovery needs of a client. KubeClient is one. */
export interface DiscoveryClient {
  /** An answer that is not 2xx is an answer, not an error. */
  request(request: RawRequest): Promise<RawResponse>;
}

/** The groups under `/api` or `/apis`, with the tag by which the server tells that nothing changed. */
export interface DiscoveryDocument {
  readonly groups: readonly ApiGroup[];
  readonly etag?: string;
}

const PLAIN = 'application/json';
const AGGREGATED = [
  'application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList',
  'application/json;g=apidiscovery.k8s.io;v=v2beta1;as=APIGroupDiscoveryList',
  PLAIN,
].join(',');

/** Asks for everything at once, and for one document a version where the server knows no better. */
export async function fetchDiscoveryDocument(
  client: DiscoveryClient,
  path: '/api' | '/apis',
  previous: DiscoveryDocument | undefined,
  signal: AbortSignal,
): Promise<DiscoveryDocument> {
  const etag = previous?.etag;
  const headers = { accept: AGGREGATED, ...(etag !== undefined && { 'if-none-match': etag }) };
  let answer = await get(client, { path, headers, signal });
  if (answer.status === 304 && previous !== undefined) return previous;
  if (answer.status === 406) answer = await get(client, { path, headers: { accept: PLAIN }, signal });
  // A server of aggregated APIs alone has no core group.
  if (answer.status === 404) return { groups: [] };
  const root = parse(answer, path) as ApiGroupDiscoveryList | ApiVersions | ApiGroupList | null;
  switch (root?.kind) {
    case 'APIGroupDiscoveryList':
      return { groups: groupsOfAggregated(root), ...(answer.etag !== undefined && { etag: answer.etag }) };
    case 'APIVersions':
    case 'APIGroupList': {
      const fetch = async (document: string): Promise<unknown> =>
        parse(await get(client, { path: document, headers: { accept: PLAIN }, signal }), document);
      return { groups: await groupsOfLegacy(root, fetch) };
    }
    case undefined:
    default:
      throw new KubeError('BadResponse', `GET ${path}: the answer is no discovery document`);
  }
}

interface Answer {
  readonly status: number;
  readonly etag?: string;
  readonly body: string;
}

async function get(client: DiscoveryClient, request: Omit<RawRequest, 'method'>): Promise<Answer> {
  const { status, headers, body } = await client.request({ method: 'GET', ...request });
  const text = (await buffer(body)).toString('utf8');
  const { etag } = headers;
  return { status, body: text, ...(typeof etag === 'string' && { etag }) };
}

function parse({ status, body }: Answer, path: string): unknown {
  if (status !== 200) {
    throw errorFromResponse({ httpStatus: status, body }, { what: `GET ${path}`, where: 'discovery' });
  }
  try {
    return JSON.parse(body) as unknown;
  } catch (cause) {
    throw new KubeError('BadResponse', `GET ${path}: the answer is not JSON`, { cause });
  }
}
