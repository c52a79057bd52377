import type { KubeObject } from '@banyan/api';
import { gatewayManifests } from '@banyan/gateway';
import { HUB_NAME, HUB_SECURE_PORT, hubManifests } from '@banyan/membership/manifests';

/** The hub's own objects and its gateway's; the gateway's pods are the hub's. */
export function hubObjects(image: string): KubeObject[] {
  return [...hubManifests({ image }), ...gatewayObjects(false)];
}

/** What `--anonymous-proxy` needs besides. */
export function anonymousProxyObjects(): KubeObject[] {
  const usual = new Set(gatewayObjects(false).map(identity));
  return gatewayObjects(true).filter((object) => !usual.has(identity(object)));
}

export function identity({ kind, metadata: { namespace = '', name = '' } }: KubeObject): string {
  return `${kind} ${namespace}/${name}`;
}

function gatewayObjects(anonymousProxy: boolean): KubeObject[] {
  const objects = gatewayManifests({
    caBundle: '',
    service: HUB_NAME,
    selector: { app: HUB_NAME },
    targetPort: HUB_SECURE_PORT,
    serviceAccount: HUB_NAME,
    anonymousProxy,
    templates: true,
  });
  return objects.map((object) => (object.kind === 'APIService' ? withoutCa(object) : object));
}

/** The hub writes its CA when it starts, and `kubectl apply` leaves alone what it did not write itself. */
function withoutCa(apiService: KubeObject): KubeObject {
  const { caBundle: _, ...spec } = apiService['spec'] as { caBundle: string };
  return { ...apiService, spec };
}
