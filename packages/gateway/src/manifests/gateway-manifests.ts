import { TEMPLATES_GROUP, TEMPLATES_VERSION } from '@banyan/api/banyan';
import type { KubeObject } from '@banyan/api';
import { SYSTEM_NAMESPACE } from '@banyan/api/clusternet';
import { PROXIES_GROUP, PROXIES_VERSION } from '../routing/socket-path.ts';
import { SHADOW_GROUP, SHADOW_VERSION } from '../templates/template-paths.ts';
import { anonymousProxyRoles, gatewayRole, socketsProxyRoles } from './gateway-roles.ts';
import { OLD_AGENT_SHARES, oldAgentsFlow } from './old-agents-flow.ts';
import { templateDoorRoles, templateRoles } from './templates-manifests.ts';

export interface GatewayManifestOptions {
  /** PEM of what signs the gateway's certificate, which is for `<service>.<namespace>.svc`. */
  readonly caBundle: string;
  /** Where the parent's API server reaches it. Default 443. */
  readonly port?: number;
  /** Where the gateway listens in its pods. Default 8443. */
  readonly targetPort?: number;
  /** Default `clusternet-hub`, as Clusternet's. */
  readonly service?: string;
  /** Default `clusternet-system`. */
  readonly namespace?: string;
  /** Labels of the gateway's pods. Default `app: clusternet-hub`. */
  readonly selector?: Readonly<Record<string, string>>;
  /**
   * A host in place of pods: `localhost` for a gateway beside the API server. Then the port is the gateway's own, and the
   * parent must not have `--enable-aggregator-routing`.
   */
  readonly externalName?: string;
  /** The account that the gateway runs as; gets the roles that it needs. Default: none is bound. */
  readonly serviceAccount?: string;
  /** Opens the proxy to callers who do not say who they are: the role for `--anonymous-proxy`. Default false. */
  readonly anonymousProxy?: boolean;
  /** For a gateway that serves templates. Default false. */
  readonly templates?: boolean;
  /** Of the parent API server's concurrency, for tunnels of Clusternet's own agents. Default 50. */
  readonly oldAgentShares?: number;
}

/** Everything that a parent cluster has to know of the gateway, in an order in which it can be applied. */
export function gatewayManifests(options: GatewayManifestOptions): KubeObject[] {
  const { namespace = SYSTEM_NAMESPACE, serviceAccount, anonymousProxy = false, templates = false } = options;
  const { oldAgentShares = OLD_AGENT_SHARES } = options;
  return [
    gatewayService(options),
    apiService(options, SOCKETS_API),
    ...(templates ? [apiService(options, SHADOW_API), apiService(options, TEMPLATES_API)] : []),
    ...(templates ? templateDoorRoles() : []),
    ...oldAgentsFlow(oldAgentShares),
    ...socketsProxyRoles(),
    ...(serviceAccount === undefined ? [] : gatewayRole(namespace, serviceAccount)),
    ...(templates && serviceAccount !== undefined ? templateRoles(namespace, serviceAccount) : []),
    ...(anonymousProxy ? anonymousProxyRoles() : []),
  ];
}

const DEFAULT_SERVICE = 'clusternet-hub';

function gatewayService(options: GatewayManifestOptions): KubeObject {
  const { namespace = SYSTEM_NAMESPACE, service = DEFAULT_SERVICE, port = 443, targetPort = 8443 } = options;
  const { selector = { app: DEFAULT_SERVICE }, externalName } = options;
  const spec =
    externalName === undefined
      ? { selector, ports: [{ name: 'https', port, targetPort }] }
      : { type: 'ExternalName', externalName, ports: [{ name: 'https', port }] };
  return { apiVersion: 'v1', kind: 'Service', metadata: { namespace, name: service }, spec } as KubeObject;
}

interface AggregatedApi {
  readonly group: string;
  readonly version: string;
  readonly groupPriorityMinimum: number;
  readonly versionPriority: number;
}

/** Priorities as Clusternet's: of what is called alike, the cluster's own comes long before the shadow of it. */
const SOCKETS_API: AggregatedApi = {
  group: PROXIES_GROUP,
  version: PROXIES_VERSION,
  groupPriorityMinimum: 1000,
  versionPriority: 100,
};
const SHADOW_API: AggregatedApi = {
  group: SHADOW_GROUP,
  version: SHADOW_VERSION,
  groupPriorityMinimum: 1,
  versionPriority: 1,
};
const TEMPLATES_API: AggregatedApi = { ...SOCKETS_API, group: TEMPLATES_GROUP, version: TEMPLATES_VERSION };

function apiService(options: GatewayManifestOptions, api: AggregatedApi): KubeObject {
  const { namespace = SYSTEM_NAMESPACE, service: name = DEFAULT_SERVICE, port = 443, caBundle } = options;
  return {
    apiVersion: 'apiregistration.k8s.io/v1',
    kind: 'APIService',
    metadata: { name: `${api.version}.${api.group}` },
    spec: {
      ...api,
      service: { namespace, name, port },
      caBundle: Buffer.from(caBundle).toString('base64'),
    },
  } as KubeObject;
}
