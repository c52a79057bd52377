import { formatApiVersion } from '@banyan/api';
import { MANIFESTS, RESERVED_NAMESPACE, type Manifest } from '@banyan/api/clusternet';
import type { KeptEvent, KeptObject, WatchRequest } from '@banyan/apiserver';
import { isAborted, type WatchEvent, type WatchOptions } from '@banyan/kube';
import { isAskedFor, listManifests, type ManifestWay } from './list-manifests.ts';
import { manifestSelector } from './template-manifest.ts';

/** One watch of the parent as a watch of templates. Ends with it, or with the signal. Throws KubeErrors. */
export async function watchManifests(
  way: ManifestWay & { readonly kind: { readonly version: string } },
  request: WatchRequest,
  { onEvent, signal }: { readonly onEvent: (event: KeptEvent) => boolean; readonly signal: AbortSignal },
): Promise<void> {
  try {
    const chosen = await chosenBefore(way, request);
    for await (const event of way.parent.watch<Manifest>(MANIFESTS, watchOptions(way, request, signal))) {
      const shown = shownEvent(way, event, { request, chosen });
      if (shown !== undefined && !onEvent(shown)) return;
    }
  } catch (error) {
    if (!signal.aborted || !isAborted(error)) throw error;
  }
}

/**
 * The uids of what the selector chose at the beginning: what it no longer chooses is told as deleted. Undefined:
 * everything is chosen, always.
 */
async function chosenBefore(way: ManifestWay, request: WatchRequest): Promise<Set<string> | undefined> {
  const { namespace, name, matches, resourceVersion = '0', sendInitialEvents } = request;
  if (matches === undefined) return undefined;
  // Whatever is there is told first.
  const isTold =
    resourceVersion === '' || resourceVersion === '0'
      ? sendInitialEvents !== false
      : sendInitialEvents === true;
  if (isTold) return new Set();
  const version = Number(resourceVersion) > 0 ? { resourceVersion, resourceVersionMatch: 'Exact' } : {};
  const before = { namespace, matches, ...(name !== undefined && { name }), ...version };
  const { items } = await listManifests(way, before);
  return new Set(items.map(({ object }) => object.metadata.uid ?? ''));
}

function watchOptions({ kind }: ManifestWay, request: WatchRequest, signal: AbortSignal): WatchOptions {
  const { namespace, resourceVersion, sendInitialEvents, allowBookmarks, timeoutMs } = request;
  return {
    namespace: RESERVED_NAMESPACE,
    labelSelector: manifestSelector(kind, namespace),
    allowBookmarks,
    ...(resourceVersion !== undefined && { resourceVersion }),
    ...(sendInitialEvents !== undefined && { sendInitialEvents, resourceVersionMatch: 'NotOlderThan' }),
    ...(timeoutMs !== undefined && { timeoutSeconds: Math.ceil(timeoutMs / 1000) }),
    signal,
  };
}

function shownEvent(
  { kind, show }: ManifestWay & { readonly kind: { readonly version: string } },
  { type, object }: WatchEvent<Manifest>,
  { request, chosen }: { readonly request: WatchRequest; readonly chosen: Set<string> | undefined },
): KeptEvent | undefined {
  if (type === 'BOOKMARK') return { type, item: bookmark(object, kind) };
  const item = show(object);
  const { uid = '' } = item.object.metadata;
  const isChosen = isAskedFor(request, item.object);
  if (chosen === undefined) return isChosen ? { type, item } : undefined;
  const wasChosen = chosen.has(uid);
  if (type === 'DELETED' || !isChosen) {
    chosen.delete(uid);
    return wasChosen ? { type: 'DELETED', item } : undefined;
  }
  chosen.add(uid);
  return { type: wasChosen ? 'MODIFIED' : 'ADDED', item };
}

function bookmark(
  { metadata }: Manifest,
  kind: { readonly group: string; readonly version?: string; readonly kind: string },
): KeptObject {
  const { resourceVersion = '', annotations } = metadata;
  const object = {
    kind: kind.kind,
    apiVersion: formatApiVersion({ group: kind.group, version: kind.version ?? '' }),
    metadata: { resourceVersion, ...(annotations && { annotations }) },
  };
  return { object, json: JSON.stringify(object) };
}
