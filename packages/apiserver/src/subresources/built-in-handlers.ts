import type { GroupVersionResource } from '@banyan/api';
import type { ResourceCatalogue } from '../registry/resource-catalogue.ts';
import type { ConnectHandler, ServedResource, SubresourceHandler } from '../registry/served-resource.ts';
import { KubeletConnections, type KubeletOptions } from './kubelet/kubelet-connections.ts';
import { podLog } from './kubelet/pod-log.ts';
import { podStream } from './kubelet/pod-streams.ts';
import { bindPod } from './pods/binding.ts';
import { evictPod } from './pods/eviction.ts';
import { nodeLocation, podLocation, serviceLocation, type DialPod } from './proxy/proxy-locations.ts';
import { serveProxy } from './proxy/serve-proxy.ts';

const PODS: GroupVersionResource = { group: '', version: 'v1', resource: 'pods' };

interface Handler {
  readonly handler?: SubresourceHandler;
  readonly connect?: ConnectHandler;
}

/**
 * What answers below built-in objects by itself: Pods are bound and evicted, streams lead to kubelets, requests
 * are passed on to Pods, Services and nodes. `resources` is asked at every request.
 */
export function builtInHandlers(
  resources: Pick<ResourceCatalogue, 'find'>,
  { kubelet = {}, dialPod }: { kubelet?: KubeletOptions | undefined; dialPod?: DialPod | undefined } = {},
): (resource: ServedResource) => ServedResource {
  const kubelets = new KubeletConnections(resources, kubelet);
  const handlers: Readonly<Record<string, Handler>> = {
    'pods/binding': { handler: (request) => bindPod(request, request.resource) },
    'pods/eviction': { handler: (request) => evictPod(request, resources) },
    'pods/log': { connect: podLog(kubelets) },
    'pods/exec': { connect: podStream('exec', kubelets) },
    'pods/attach': { connect: podStream('attach', kubelets) },
    'pods/portforward': { connect: podStream('portforward', kubelets) },
    'pods/proxy': { connect: serveProxy(podLocation(dialPod)) },
    'services/proxy': { connect: serveProxy(serviceLocation(resources, { dial: dialPod })) },
    'nodes/proxy': { connect: serveProxy(nodeLocation(kubelets)) },
  };
  const bind: SubresourceHandler = (request) => bindPod(request, resources.find(PODS) ?? request.resource);
  return (resource) => {
    if (resource.group !== '') return resource;
    const subresources = new Map(
      [...resource.subresources].map(([name, served]) => [
        name,
        { ...served, ...handlers[`${resource.resource}/${name}`] },
      ]),
    );
    const answersCreate = resource.resource === 'bindings' ? { answersCreate: bind } : {};
    return { ...resource, subresources, ...answersCreate };
  };
}
