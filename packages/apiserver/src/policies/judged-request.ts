import {
  formatApiVersion,
  type GroupVersionKind,
  type GroupVersionResource,
  type KubeObject,
} from '@banyan/api';
import type { ServedResource } from '../registry/served-resource.ts';
import type { UserInfo } from '../serving/user-info.ts';

/** What policies are asked about: one write, or one connection. */
export interface JudgedRequest {
  readonly operation: 'CREATE' | 'UPDATE' | 'DELETE' | 'CONNECT';
  readonly resource: ServedResource;
  /** Of what is sent, which below an object may be another than the resource's. */
  readonly kind: GroupVersionKind;
  /** Empty for none, as are the next two. A Namespace is in itself. */
  readonly subresource: string;
  readonly namespace: string;
  readonly name: string;
  readonly user: UserInfo;
  readonly dryRun: boolean;
  /** What the client said about the write. */
  readonly options: Readonly<Record<string, unknown>> | undefined;
  readonly object: Readonly<KubeObject> | undefined;
  readonly old: Readonly<KubeObject> | undefined;
  readonly warn: (text: string) => void;
}

/** As which resource and kind a policy takes a request: that of the request, or another version of it. */
export interface MatchedAs {
  readonly resource: GroupVersionResource;
  readonly kind: GroupVersionKind;
  readonly object: Readonly<KubeObject> | undefined;
  readonly old: Readonly<KubeObject> | undefined;
}

const OPTIONS = { CREATE: 'CreateOptions', UPDATE: 'UpdateOptions', DELETE: 'DeleteOptions' } as const;

/** What expressions see as `request`, without what is dynamic about it. */
export function requestFacts(request: JudgedRequest, { resource, kind }: MatchedAs): Record<string, unknown> {
  const { subresource, namespace, name, user, operation, dryRun } = request;
  const { group, version, resource: plural } = request.resource;
  return {
    kind: kindFacts(kind),
    resource: { group: resource.group, version: resource.version, resource: resource.resource },
    requestKind: kindFacts(request.kind),
    requestResource: { group, version, resource: plural },
    ...(subresource !== '' && { subResource: subresource, requestSubResource: subresource }),
    ...(name !== '' && { name }),
    ...(namespace !== '' && { namespace }),
    operation,
    userInfo: {
      username: user.name,
      ...(user.uid !== undefined && user.uid !== '' && { uid: user.uid }),
      groups: user.groups,
      ...(Object.keys(user.extra).length > 0 && { extra: user.extra }),
    },
    dryRun,
  };
}

function kindFacts({ group, version, kind }: GroupVersionKind): Record<string, string> {
  return { group, version, kind };
}

/** What expressions see as `request.options`; undefined for a connection, which has none. */
export function optionsOf({ operation, options }: JudgedRequest): Record<string, unknown> | undefined {
  if (operation === 'CONNECT') return undefined;
  const apiVersion = formatApiVersion({ group: 'meta.k8s.io', version: 'v1' });
  return { kind: OPTIONS[operation], apiVersion, ...options };
}
