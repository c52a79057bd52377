import type { KubeObject } from '@banyan/api';
import type { ObjectStore } from '../storage/object-store.ts';

export interface Address {
  readonly host: string;
  readonly port: number;
}

export interface ServicePort {
  readonly namespace: string;
  readonly name: string;
  readonly port: number;
}

/** Why a Service leads nowhere, as the condition of its APIService says it. */
interface ServiceProblem {
  readonly reason: string;
  readonly message: string;
}

/** Where a Service is reached: its addresses, at least one; or why there is none. */
export type ServiceAddresses =
  | { readonly addresses: readonly Address[] }
  | { readonly problem: ServiceProblem };

export const SERVICES_TABLE = 'services';
export const ENDPOINTS_TABLE = 'endpoints';
export const ENDPOINT_SLICES_TABLE = 'endpointslices.discovery.k8s.io';

const SERVICE_NAME_LABEL = 'kubernetes.io/service-name';

interface Service {
  readonly spec?: {
    readonly type?: string;
    readonly externalName?: string;
    readonly ports?: readonly { readonly name?: string; readonly port: number }[];
  };
}

/** Ports of a slice and of a subset of Endpoints look alike. */
interface EndpointPort {
  readonly name?: string;
  readonly port?: number;
}

interface EndpointSlice {
  readonly addressType?: string;
  readonly ports?: readonly EndpointPort[];
  readonly endpoints?: readonly {
    readonly addresses?: readonly string[];
    readonly conditions?: { readonly ready?: boolean };
  }[];
}

interface Endpoints {
  readonly subsets?: readonly {
    readonly ports?: readonly EndpointPort[];
    readonly addresses?: readonly { readonly ip: string }[];
  }[];
}

/**
 * Nothing carries traffic to a cluster IP here, so the endpoints themselves are gone to, those of EndpointSlices or
 * else those of an Endpoints object; an external name is gone to as it is.
 */
export function resolveService(store: ObjectStore, of: ServicePort): ServiceAddresses {
  const { namespace, name, port } = of;
  const where = `service/${name} in ${JSON.stringify(namespace)}`;
  const service = store.table(SERVICES_TABLE).get(`${namespace}/${name}`)?.object as Service | undefined;
  if (service === undefined) return problem('ServiceNotFound', `${where} is not present`);
  const { type, externalName = '', ports = [] } = service.spec ?? {};
  if (type === 'ExternalName') return { addresses: [{ host: externalName, port }] };
  const found = ports.find((one) => one.port === port);
  if (found === undefined) return problem('ServicePortError', `${where} is not listening on port ${port}`);
  const { name: portName = '' } = found;
  const slices = slicesOf(store, of);
  const endpoints = store.table(ENDPOINTS_TABLE).get(`${namespace}/${name}`)?.object as Endpoints | undefined;
  if (slices.length === 0 && endpoints === undefined) {
    return problem('EndpointsNotFound', `cannot find endpointslices for ${where}`);
  }
  const addresses =
    slices.length > 0 ? ofSlices(slices, portName) : ofSubsets(endpoints?.subsets ?? [], portName);
  if (addresses.length > 0) return { addresses };
  const why = `endpointslices for ${where} have no addresses with port name ${JSON.stringify(portName)}`;
  return problem('MissingEndpoints', why);
}

/** `namespace/name` of the Service that an EndpointSlice belongs to. */
export function serviceOfSlice({ metadata }: Readonly<KubeObject>): string {
  return `${metadata.namespace}/${metadata.labels?.[SERVICE_NAME_LABEL] ?? ''}`;
}

function problem(reason: string, message: string): ServiceAddresses {
  return { problem: { reason, message } };
}

function slicesOf(store: ObjectStore, { namespace, name }: ServicePort): EndpointSlice[] {
  const slices: EndpointSlice[] = [];
  for (const { object } of store.table(ENDPOINT_SLICES_TABLE).scan(`${namespace}/`)) {
    if (object.metadata.labels?.[SERVICE_NAME_LABEL] === name)
      slices.push(object as unknown as EndpointSlice);
  }
  return slices;
}

function ofSlices(slices: readonly EndpointSlice[], portName: string): Address[] {
  return slices.flatMap(({ ports = [], endpoints = [] }) => {
    const port = portOf(ports, portName);
    if (port === undefined) return [];
    return endpoints
      .filter(({ conditions }) => conditions?.ready !== false)
      .flatMap(({ addresses = [] }) => addresses.map((host) => ({ host, port })));
  });
}

function ofSubsets(subsets: NonNullable<Endpoints['subsets']>, portName: string): Address[] {
  return subsets.flatMap(({ ports = [], addresses = [] }) => {
    const port = portOf(ports, portName);
    return port === undefined ? [] : addresses.map(({ ip }) => ({ host: ip, port }));
  });
}

function portOf(ports: readonly EndpointPort[], portName: string): number | undefined {
  return ports.find(({ name = '' }) => name === portName)?.port;
}
