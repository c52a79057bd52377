import { MANIFESTS, RESERVED_NAMESPACE, type Manifest } from '@banyan/api/clusternet';
import type { KeptObject, ListRequest, ListResult } from '@banyan/apiserver';
import type { KubeClient, ListOptions } from '@banyan/kube';
import { manifestSelector } from './template-manifest.ts';

/** Where Manifests of one kind come from, and what they look like. */
export interface ManifestWay {
  readonly parent: KubeClient;
  readonly kind: { readonly group: string; readonly kind: string };
  readonly show: (manifest: Manifest) => KeptObject;
}

/** Whatever was asked for, the parent is asked for at most this many at once. */
const PAGE_SIZE = 500;

/** Pages of the parent until there are as many as were asked for. Throws KubeErrors. */
export async function listManifests(way: ManifestWay, request: ListRequest): Promise<ListResult> {
  const { limit = 0 } = request;
  const items: KeptObject[] = [];
  let resourceVersion: string;
  let rest = request.continue;
  do {
    const wanted = limit > 0 ? Math.min(limit - items.length, PAGE_SIZE) : PAGE_SIZE;
    const page = await way.parent.list<Manifest>(MANIFESTS, pageOptions(way, request, { wanted, rest }));
    items.push(...page.items.map((one) => way.show(one)).filter(({ object }) => isAskedFor(request, object)));
    resourceVersion = page.metadata.resourceVersion ?? '';
    rest = page.metadata.continue;
  } while (rest !== undefined && rest !== '' && (limit === 0 || items.length < limit));
  const isMore = rest !== undefined && rest !== '';
  return { items, resourceVersion, ...(isMore && { continue: rest }) };
}

function pageOptions(
  { kind }: ManifestWay,
  request: ListRequest,
  { wanted, rest }: { readonly wanted: number; readonly rest: string | undefined },
): ListOptions {
  const { resourceVersion, resourceVersionMatch, limit = 0 } = request;
  const isFirst = rest === undefined || rest === '';
  const match = resourceVersionMatch ?? implied(resourceVersion, limit);
  return {
    namespace: RESERVED_NAMESPACE,
    labelSelector: manifestSelector(kind, request.namespace),
    limit: wanted,
    ...(!isFirst && { continue: rest }),
    ...(isFirst && resourceVersion !== undefined && { resourceVersion }),
    ...(isFirst &&
      resourceVersion !== undefined &&
      match !== undefined && {
        resourceVersionMatch: match as 'Exact' | 'NotOlderThan',
      }),
  };
}

/** A limit and a version together mean that very version. Our own limit must not mean it. */
function implied(resourceVersion: string | undefined, limit: number): string | undefined {
  if (resourceVersion === undefined || resourceVersion === '') return undefined;
  return limit > 0 && resourceVersion !== '0' ? 'Exact' : 'NotOlderThan';
}

export function isAskedFor(
  { namespace, name, matches }: Pick<ListRequest, 'namespace' | 'name' | 'matches'>,
  object: KeptObject['object'],
): boolean {
  if (namespace !== undefined && object.metadata.namespace !== namespace) return false;
  if (name !== undefined && object.metadata.name !== name) return false;
  return matches === undefined || matches(object);
}
