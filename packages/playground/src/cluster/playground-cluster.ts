import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import {
  keptCertificates,
  memoryPersistence,
  ObjectStore,
  sqlitePersistence,
  startApiServer,
  temporaryCertificates,
  type ApiServer,
  type Intercept,
  type KeptCertificates,
  type Persistence,
} from '@banyan/apiserver';
import { systemClock, type Clock, type Logger } from '@banyan/controller';
import type { NodePower } from '../faults/node-power.ts';
import type { PodDial } from '../kubelet/environment/cluster-network.ts';
import { ClusterObjects } from './cluster-objects.ts';
import { ServedKinds } from './served-kinds.ts';
import { runSimulation, type Program } from './simulation.ts';

const HOST = '127.0.0.1';
const NODE_GRACE_MS = 50_000;

export interface PlaygroundClusterOptions {
  readonly name: string;
  /** Where objects and keys are kept over a restart. Without it: in memory. */
  readonly dataDir?: string;
  /** 0, the default: any that is free. */
  readonly port?: number;
  /** 3 by default. */
  readonly nodes?: number;
  /** What their names begin with: `<name>-node-` by default. */
  readonly nodePrefix?: string;
  /** Events cost as much as the rest of a pod's life: benchmarks leave them out. */
  readonly events?: boolean;
  /** Where logs, exec and port-forward come from. Benchmarks leave it out; then nobody can look into pods. */
  readonly kubeletEndpoint?: boolean;
  /** How long a node may be silent before its pods are given up. 50 s by default, as in a real cluster. */
  readonly nodeGraceMs?: number;
  readonly clock?: Clock;
  /** Comes before everything that happens to a request. */
  readonly intercept?: Intercept;
  /** Which nodes play dead. Default: none. */
  readonly nodePower?: NodePower;
  readonly logger?: Logger;
  /** Called for failures that are defects. */
  readonly onDefect?: (error: unknown) => void;
}

/** A running playground cluster. */
export interface PlaygroundCluster {
  readonly name: string;
  readonly server: string;
  readonly certificates: KeptCertificates;
  /** The cluster as its administrator sees it. */
  readonly objects: ClusterObjects;
  stop(): Promise<void>;
}

/** A simulated cluster: a real API, and everything behind it pretended. */
export async function startPlaygroundCluster(options: PlaygroundClusterOptions): Promise<PlaygroundCluster> {
  const { name, dataDir, port = 0, clock = systemClock, intercept, onDefect = () => {} } = options;
  const { nodes = 3, nodePrefix = `${name}-node-` } = options;
  const nodeNames = Array.from({ length: nodes }, (_, i) => `${nodePrefix}${i + 1}`);
  const certificates = await certificatesFor(dataDir);
  const store = await ObjectStore.open(persistenceIn(dataDir));
  try {
    const { ca: clientCa, server: serving } = certificates;
    const serverOptions = { store, host: HOST, port, intercept, onDefect, now: () => new Date(clock.now()) };
    let dialPod: PodDial = () => undefined;
    const server = await startApiServer({
      ...securityOf(certificates),
      ...serverOptions,
      dialPod: (podAddress, podPort) => dialPod(podAddress, podPort),
    });
    const viewOf = ClusterObjects.views<Program>(store, (program) =>
      server.localClient({
        user: { name: `system:${program}`, groups: ['system:masters'], extra: {} },
        fieldManager: program,
      }),
    );
    const stopping = new AbortController();
    const simulation = runSimulation(
      {
        viewOf,
        kinds: new ServedKinds(store, server.resources),
        clock,
        ca: clientCa,
        serviceAccountKey: certificates.serviceAccountKey,
        server: `https://${HOST}:${server.port}`,
        clusterName: name,
        nodeNames,
        events: options.events ?? true,
        nodeGraceMs: options.nodeGraceMs ?? NODE_GRACE_MS,
        nodePower: options.nodePower,
        kubeletTls: options.kubeletEndpoint === false ? undefined : { ...serving, ca: clientCa },
        onPodServer: (dial) => void (dialPod = dial),
        ...(options.logger && { logger: options.logger }),
      },
      stopping.signal,
    );
    // Whoever stops the cluster hears of it; until then it must not end the process.
    simulation.catch(onDefect);
    return {
      name,
      server: `https://${HOST}:${server.port}`,
      certificates,
      objects: viewOf('banyan'),
      stop: () => {
        stopping.abort();
        return closeAfter(simulation, server, store);
      },
    };
  } catch (error) {
    await store.close();
    throw error;
  }
}

function securityOf(kept: KeptCertificates) {
  const { ca, server, kubeletClient, serviceAccountKey, frontProxyCa, frontProxyClient } = kept;
  const frontProxy = { frontProxyCa, frontProxyClient };
  return { clientCa: ca, ...server, serviceAccountKey, ...frontProxy, kubelet: { ...kubeletClient, ca } };
}

/** A simulation that failed is told of, and leaves nothing open. */
async function closeAfter(simulation: Promise<void>, server: ApiServer, store: ObjectStore): Promise<void> {
  try {
    await simulation;
  } finally {
    await server.stop();
    await store.close();
  }
}

function persistenceIn(dataDir: string | undefined): Persistence {
  return dataDir === undefined ? memoryPersistence() : sqlitePersistence(join(dataDir, 'objects.db'));
}

async function certificatesFor(dataDir: string | undefined): Promise<KeptCertificates> {
  const hosts = [HOST, 'localhost'];
  if (dataDir === undefined) return temporaryCertificates(hosts);
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  return keptCertificates(join(dataDir, 'pki'), hosts);
}
