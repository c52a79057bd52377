import { isIP } from 'node:net';
import type { Duplex } from 'node:stream';
import type { EndpointSlice, Service } from '@banyan/api/objects';
import type { ClusterObjects } from '../../cluster/cluster-objects.ts';
import { ENDPOINT_SLICES, SERVICES } from '../../cluster/resources.ts';

const SERVICE_NAME = 'kubernetes.io/service-name';

/** A connection to a port of a pod; undefined: nobody listens there. */
export type PodDial = (address: string, port: number) => Duplex | undefined;

/** Names and addresses within a cluster: Services lead to their pods, and nothing leads outside. */
export class ClusterNetwork {
  readonly #objects: ClusterObjects;
  readonly #dial: PodDial;

  constructor(objects: ClusterObjects, dial: PodDial) {
    this.#objects = objects;
    this.#dial = dial;
  }

  /** What a name means to a pod of a namespace. */
  resolve(host: string, namespace: string): string | undefined {
    if (isIP(host) !== 0) return host;
    const [, name = '', own = namespace] =
      /^([^.]+)(?:\.([^.]+)(?:\.svc(?:\.cluster\.local)?)?)?\.?$/.exec(host) ?? [];
    const service = this.#objects.get(SERVICES, { namespace: own, name });
    const address = service?.spec?.clusterIP;
    return address === 'None' ? this.#endpoints(own, name)[0]?.address : address;
  }

  connect(address: string, port: number): Duplex | undefined {
    const service = this.#serviceAt(address);
    if (service === undefined) return this.#dial(address, port);
    const { namespace = '', name = '' } = service.metadata;
    const asked = service.spec?.ports?.find((each) => each.port === port);
    if (asked === undefined) return undefined;
    for (const endpoint of this.#endpoints(namespace, name)) {
      const target = endpoint.ports.find((each) => (each.name ?? '') === (asked.name ?? ''))?.port;
      const connection = target === undefined ? undefined : this.#dial(endpoint.address, target);
      if (connection !== undefined) return connection;
    }
    return undefined;
  }

  #serviceAt(address: string): Readonly<Service> | undefined {
    const byAddress = this.#objects.indexed(SERVICES, 'clusterIP', ({ spec }) =>
      spec?.clusterIP === undefined ? [] : [spec.clusterIP],
    );
    return byAddress.get(address)[0];
  }

  /** Those that are ready, of a Service. */
  #endpoints(namespace: string, name: string) {
    const byService = this.#objects.indexed(ENDPOINT_SLICES, 'service', ({ metadata }) => {
      const service = metadata.labels?.[SERVICE_NAME];
      return service === undefined ? [] : [`${metadata.namespace}/${service}`];
    });
    return byService
      .get(`${namespace}/${name}`)
      .flatMap((slice: Readonly<EndpointSlice>) =>
        (slice.endpoints ?? [])
          .filter(({ conditions }) => conditions?.ready !== false)
          .flatMap(({ addresses }) => addresses.map((address) => ({ address, ports: slice.ports ?? [] }))),
      );
  }
}
