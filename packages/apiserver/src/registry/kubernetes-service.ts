import { BlockList, isIP } from 'node:net';
import type { KubeObject } from '@banyan/api';
import { KeyedWork } from '../aggregation/keyed-work.ts';
import { serviceRanges, type ServiceRangeOptions } from '../kinds/network/service-ranges.ts';
import type { ObjectStore } from '../storage/object-store.ts';
import type { KindName, ServerWrites } from './server-writes.ts';

const PLACE = { namespace: 'default', name: 'kubernetes' };
const HTTPS = { name: 'https', protocol: 'TCP' };

export interface KubernetesServiceOptions {
  readonly store: ObjectStore;
  readonly writes: ServerWrites;
  /** Where the server listens. */
  readonly port: number;
  /** Where others reach it; undefined, or no address that they could: the Service has no endpoints. */
  readonly address: string | undefined;
  readonly serviceRanges?: ServiceRangeOptions | undefined;
  readonly onDefect: (error: unknown) => void;
}

/** Keeps the Service `kubernetes`, by which what runs in the cluster finds this server, and its endpoints. */
export class KubernetesService {
  readonly #options: KubernetesServiceOptions;
  readonly #work: KeyedWork;
  readonly #objects: readonly KubeObject[];
  #stopListening: readonly (() => void)[] = [];

  constructor(options: KubernetesServiceOptions) {
    this.#options = options;
    this.#objects = objectsOf(options);
    this.#work = new KeyedWork({
      work: async () => {
        await this.#keep();
        return undefined;
      },
      onError: options.onDefect,
    });
  }

  /** Resolves when they are there, or cannot be: someone may have the address. The server is of use without. */
  async start(): Promise<void> {
    const { store, onDefect } = this.#options;
    await this.#keep().catch(onDefect);
    const key = `${PLACE.namespace}/${PLACE.name}`;
    const tables = ['services', 'endpoints', 'endpointslices.discovery.k8s.io'];
    this.#stopListening = tables.map((name) =>
      store.table(name).listen(({ current }) => {
        if (current.key === key) this.#work.add(key);
      }),
    );
  }

  async stop(): Promise<void> {
    for (const stop of this.#stopListening) stop();
    await this.#work.stop();
  }

  async #keep(): Promise<void> {
    const { writes } = this.#options;
    for (const object of this.#objects) {
      const { apiVersion, kind } = object;
      await writes.ensure(structuredClone(object));
      await writes.change({ apiVersion, kind, ...PLACE }, (draft) => restore(draft, object));
    }
  }
}

/** What says where the server is. The rest is the user's: labels, traffic policies. */
function restore(draft: KubeObject, wanted: Readonly<KubeObject>): void {
  if (wanted.kind !== 'Service') {
    const { metadata: _, ...content } = wanted;
    Object.assign(draft, structuredClone(content));
    return;
  }
  const { ports, type } = wanted['spec'] as Record<string, unknown>;
  Object.assign(draft['spec'] as object, structuredClone({ ports, type }));
}

function objectsOf({ port, address, serviceRanges: ranges }: KubernetesServiceOptions): KubeObject[] {
  const service = made(
    { apiVersion: 'v1', kind: 'Service' },
    { component: 'apiserver', provider: 'kubernetes' },
  );
  const spec = {
    ports: [{ ...HTTPS, port: 443, targetPort: port }],
    clusterIP: serviceRanges(ranges).addresses.print(1),
    ipFamilyPolicy: 'SingleStack',
    type: 'ClusterIP',
    sessionAffinity: 'None',
  };
  const isReachable =
    address !== undefined && isIP(address) !== 0 && !UNREACHABLE.check(address, familyOf(address));
  if (!isReachable) return [{ ...service, spec }];
  const skip = { 'endpointslice.kubernetes.io/skip-mirror': 'true' };
  const ports = [{ ...HTTPS, port }];
  return [
    { ...service, spec },
    {
      ...made({ apiVersion: 'v1', kind: 'Endpoints' }, skip),
      subsets: [{ addresses: [{ ip: address }], ports }],
    },
    {
      ...made(
        { apiVersion: 'discovery.k8s.io/v1', kind: 'EndpointSlice' },
        { 'kubernetes.io/service-name': PLACE.name },
      ),
      addressType: isIP(address) === 6 ? 'IPv6' : 'IPv4',
      endpoints: [{ addresses: [address], conditions: { ready: true } }],
      ports,
    },
  ];
}

function made(kind: KindName, labels: Record<string, string>): KubeObject {
  return { ...kind, metadata: { ...PLACE, labels } };
}

/** Endpoints may not be there: nobody else would get to this machine by them. */
const UNREACHABLE = new BlockList();
UNREACHABLE.addSubnet('127.0.0.0', 8);
UNREACHABLE.addSubnet('169.254.0.0', 16);
UNREACHABLE.addAddress('0.0.0.0');
UNREACHABLE.addAddress('::', 'ipv6');
UNREACHABLE.addAddress('::1', 'ipv6');
UNREACHABLE.addSubnet('fe80::', 10, 'ipv6');

function familyOf(address: string): 'ipv4' | 'ipv6' {
  return isIP(address) === 6 ? 'ipv6' : 'ipv4';
}
