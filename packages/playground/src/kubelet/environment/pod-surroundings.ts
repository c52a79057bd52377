import type { Container, Pod } from '@banyan/api/objects';
import type { Clock } from '@banyan/controller';
import type { ClusterObjects } from '../../cluster/cluster-objects.ts';
import { SERVICES } from '../../cluster/resources.ts';
import { readOnlyTree, type FileTree } from '../../shell/file-tree.ts';
import { MemoryTree } from '../../shell/memory-tree.ts';
import type { ShellWorld } from '../../shell/shell-process.ts';
import { VirtualFiles, type Mount } from '../../shell/virtual-files.ts';
import type { ClusterNetwork } from './cluster-network.ts';
import { containerEnvironment, expandReferences } from './container-environment.ts';
import type { KeptVolumes } from './kept-volumes.ts';
import { lookupIn, MissingReference, type ObjectLookup } from './object-lookup.ts';
import { serviceEnvironment } from './service-environment.ts';
import { volumeContent } from './volume-content.ts';

export interface SurroundingParts {
  readonly objects: ClusterObjects;
  readonly clock: Clock;
  readonly kept: KeptVolumes;
  readonly network: ClusterNetwork;
}

/** What the programs of one pod find around them. */
export class PodSurroundings {
  readonly #objects: ClusterObjects;
  readonly #clock: Clock;
  readonly #kept: KeptVolumes;
  readonly #network: ClusterNetwork;
  readonly #lookup: ObjectLookup;
  /** Volumes that live as long as the pod. */
  readonly #scratch = new Map<string, MemoryTree>();
  #pod: Readonly<Pod>;

  constructor(pod: Readonly<Pod>, parts: SurroundingParts) {
    this.#pod = pod;
    this.#objects = parts.objects;
    this.#clock = parts.clock;
    this.#kept = parts.kept;
    this.#network = parts.network;
    this.#lookup = lookupIn(parts.objects, pod.metadata.namespace ?? '');
  }

  /** The pod as it is now. */
  update(pod: Readonly<Pod>): void {
    this.#pod = pod;
  }

  get hostname(): string {
    return (this.#pod.spec.hostname ?? this.#pod.metadata.name ?? '').slice(0, 63);
  }

  /** Why its volumes cannot be mounted; undefined: they can. */
  mountProblem(): string | undefined {
    for (const volume of this.#pod.spec.volumes ?? []) {
      try {
        volumeContent(volume, this.#pod, this.#lookup);
      } catch (error) {
        if (!(error instanceof MissingReference)) throw error;
        return `MountVolume.SetUp failed for volume "${volume.name}" : ${error.message}`;
      }
    }
    return undefined;
  }

  /** Why a container cannot be made; undefined: it can. */
  configProblem(container: Readonly<Container>): string | undefined {
    if (container.env === undefined && container.envFrom === undefined) return undefined;
    try {
      containerEnvironment(container, { pod: this.#pod, lookup: this.#lookup });
      return undefined;
    } catch (error) {
      if (!(error instanceof MissingReference)) throw error;
      return error.message;
    }
  }

  /** All that it has; without what has gone since it began. */
  environment(container: Readonly<Container>): Record<string, string> {
    const known = { HOSTNAME: this.hostname, ...serviceEnvironment(this.#services()) };
    const sources = { pod: this.#pod, lookup: this.#lookup, known, isLenient: true };
    return { ...known, ...containerEnvironment(container, sources) };
  }

  /** The words that a container is started by; none: those of its image, which is not known. */
  argv(container: Readonly<Container>): string[] {
    const words = [...(container.command ?? []), ...(container.args ?? [])];
    if (!words.some((word) => word.includes('$'))) return words;
    const environment = this.environment(container);
    return words.map((word) => expandReferences(word, environment));
  }

  files(container: Readonly<Container>): VirtualFiles {
    const mounts = (container.volumeMounts ?? []).flatMap((mount): Mount[] => {
      const tree = this.#tree(mount.name);
      const { mountPath: path, subPath = '', readOnly = false } = mount;
      return tree === undefined ? [] : [{ path, tree, subPath, isReadOnly: readOnly }];
    });
    const { podIP = '127.0.0.1' } = this.#pod.status ?? {};
    const files = {
      '/etc/hostname': `${this.hostname}\n`,
      '/etc/hosts': `# Kubernetes-managed hosts file.\n127.0.0.1\tlocalhost\n${podIP}\t${this.hostname}\n`,
    };
    return new VirtualFiles({ mounts, files });
  }

  world(files: VirtualFiles): ShellWorld {
    const network = {
      resolve: (host: string) =>
        host === 'localhost' || host === this.hostname || host === '127.0.0.1'
          ? (this.#pod.status?.podIP ?? host)
          : this.#network.resolve(host, this.#pod.metadata.namespace ?? ''),
      connect: (address: string, port: number) => this.#network.connect(address, port),
    };
    return { files, clock: this.#clock, hostname: this.hostname, network };
  }

  *#services() {
    const { namespace } = this.#pod.metadata;
    const itself = this.#objects.get(SERVICES, { namespace: 'default', name: 'kubernetes' });
    if (itself !== undefined) yield itself;
    if (this.#pod.spec['enableServiceLinks'] !== false) yield* this.#objects.list(SERVICES, namespace);
  }

  #tree(name: string): FileTree | undefined {
    const volume = this.#pod.spec.volumes?.find((each) => each.name === name);
    if (volume === undefined) return undefined;
    const claim =
      volume.persistentVolumeClaim?.claimName ??
      (volume.ephemeral === undefined ? undefined : `${this.#pod.metadata.name}-${name}`);
    if (claim !== undefined) return this.#kept.of(this.#pod.metadata.namespace ?? '', claim);
    const shows = volume.configMap ?? volume.secret ?? volume.projected ?? volume.downwardAPI;
    if (shows !== undefined) return readOnlyTree(() => this.#contentOf(name));
    const scratch = this.#scratch.get(name) ?? new MemoryTree();
    this.#scratch.set(name, scratch);
    return scratch;
  }

  #contentOf(name: string): ReadonlyMap<string, Buffer> {
    const volume = this.#pod.spec.volumes?.find((each) => each.name === name);
    try {
      return (volume && volumeContent(volume, this.#pod, this.#lookup)) ?? new Map();
    } catch (error) {
      // What was mounted and is gone since.
      if (error instanceof MissingReference) return new Map();
      throw error;
    }
  }
}
