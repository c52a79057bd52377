import type { PatchCase, PatchMaterial } from './patch-case.ts';
import type { Random } from './random.ts';
import { condition } from './originals.ts';
import { FaultBudget, randomListPatch, type MergedField } from './random-list-patch.ts';
import { strategicMergeEdges } from './strategic-merge-edges.ts';

type Item = Record<string, unknown>;

interface PodSpec extends Item {
  readonly containers: readonly Item[];
  readonly volumes: readonly Item[];
}

interface PodTemplate {
  readonly template: { readonly spec: PodSpec };
}

export function strategicMergeCases(random: Random, material: PatchMaterial): PatchCase[] {
  const spec = (material.originals.get('podTemplate') as PodTemplate).template.spec;
  const donor = (material.donor as PodTemplate).template.spec;
  return [
    ...strategicMergeEdges(),
    ...times(76, () => ({
      original: 'podTemplate',
      patch: { template: { spec: podSpecPatch(random, spec, donor) } },
    })),
    ...times(34, () => ({ original: 'deployment', patch: deploymentPatch(random, spec, donor) })),
    ...times(30, () => ({ original: 'service', patch: servicePatch(random, material) })),
    ...times(20, () => ({ original: 'serviceAccount', patch: serviceAccountPatch(random, material) })),
    ...times(20, () => ({ original: 'configMap', patch: configMapPatch(random) })),
    ...times(40, () => ({ original: 'node', patch: nodeStatusPatch(random, material) })),
  ];
}

function times<T>(count: number, make: () => T): T[] {
  return Array.from({ length: count }, make);
}

function podSpecPatch(random: Random, spec: PodSpec, donor: PodSpec): object {
  const faults = new FaultBudget();
  const fields: MergedField[] = [
    {
      field: 'containers',
      mergeKey: 'name',
      existing: spec.containers,
      fresh: donor.containers.map(withoutMounts),
      change: (r, container) => containerChange(r, container, { donor, faults }),
    },
    { field: 'volumes', mergeKey: 'name', existing: spec.volumes, fresh: donor.volumes, change: () => ({}) },
    plainField(
      'imagePullSecrets',
      'name',
      [{ name: 'one' }, { name: 'two' }],
      [{ name: 'three' }, { name: 'four' }],
    ),
    {
      field: 'hostAliases',
      mergeKey: 'ip',
      existing: [{ ip: '10.0.0.1' }, { ip: '10.0.0.2' }],
      fresh: [{ ip: '10.0.0.3', hostnames: ['d'] }],
      change: (r) => ({ hostnames: r.pick([['z'], ['a', 'z'], []]) }),
    },
  ];
  const lists = random.chance(60) ? [random.pick(fields)] : random.some(fields);
  return {
    ...Object.assign({}, ...lists.map((field) => randomListPatch(random, field, faults))),
    ...plainChanges(random),
  };
}

/** Its volume is not where the container goes. */
function withoutMounts(container: Item): Item {
  const { volumeMounts: _, ...rest } = container;
  return rest;
}

function plainField(field: string, mergeKey: string, existing: Item[], fresh: Item[]): MergedField {
  return { field, mergeKey, existing, fresh, change: () => ({}) };
}

function plainChanges(random: Random): object {
  return {
    ...(random.chance(20) && {
      nodeSelector: random.pick([null, { disk: null, zone: 'a' }, { $patch: 'delete' }]),
    }),
    ...(random.chance(20) && { tolerations: random.pick([[], [{ key: 'b', operator: 'Exists' }], null]) }),
    ...(random.chance(10) && { priorityClassName: null, hostname: 'h' }),
  };
}

const PROBES = [
  null,
  { periodSeconds: 7 },
  { httpGet: null, exec: { command: ['x'] } },
  { httpGet: { path: '/new' } },
];

function containerChange(
  random: Random,
  container: Readonly<Item>,
  { donor, faults }: { donor: PodSpec; faults: FaultBudget },
): Item {
  const fresh = donor.containers[0] ?? {};
  const list = (field: string, mergeKey: string, change: MergedField['change']): MergedField => ({
    field,
    mergeKey,
    existing: (container[field] as Item[] | undefined) ?? [],
    fresh: field === 'volumeMounts' ? [] : ((fresh[field] as Item[] | undefined) ?? []),
    change,
  });
  return {
    ...(random.chance(40) && { image: `other:${random.int(5)}` }),
    ...(random.chance(15) && { command: random.pick([null, ['go'], []]) }),
    ...(container['livenessProbe'] !== undefined &&
      random.chance(20) && { livenessProbe: random.pick(PROBES) }),
    ...(random.chance(15) && {
      resources: { limits: random.pick([null, { cpu: '2' }, { cpu: null }, { $patch: 'delete' }]) },
    }),
    ...(random.chance(40) &&
      randomListPatch(
        random,
        list('env', 'name', (r) => ({ value: r.pick(['5', null]) })),
        faults,
      )),
    ...(random.chance(40) &&
      randomListPatch(
        random,
        list('ports', 'containerPort', (r) => ({ name: `p${r.int(3)}` })),
        faults,
      )),
  };
}

function deploymentPatch(random: Random, spec: PodSpec, donor: PodSpec): object {
  const { containers: existing } = spec;
  const fresh = donor.containers.map(withoutMounts);
  const change = (r: Random) => ({ image: `other:${r.int(5)}` });
  const faults = new FaultBudget();
  const list = { field: 'containers', mergeKey: 'name', existing, fresh, change };
  const containers = randomListPatch(random, list, faults);
  const strategies = [
    { type: 'Recreate', $retainKeys: ['type'] },
    { type: 'Recreate', rollingUpdate: null },
    { rollingUpdate: { maxSurge: 1 } },
    faults.spend(random, 20) ? { type: 'Recreate', $retainKeys: ['rollingUpdate'] } : {},
    { $patch: 'replace', type: 'Recreate' },
  ];
  return {
    metadata: {
      labels: random.pick([null, { app: null }, { more: 'yes' }, { $patch: 'replace', only: 'this' }]),
    },
    spec: {
      ...(random.chance(50) && { strategy: random.pick(strategies) }),
      ...(random.chance(50) && { template: { spec: containers } }),
    },
  };
}

function servicePatch(random: Random, { originals }: PatchMaterial): object {
  const { spec } = originals.get('service') as { spec: { ports: Item[] } };
  const fresh = [
    { name: 'new', port: 90, protocol: 'TCP', targetPort: 90 },
    { name: 'newer', port: 91, protocol: 'TCP', targetPort: 'web' },
  ];
  const change = (r: Random) => ({ targetPort: r.pick<unknown>([8080, 'other']) });
  const list = { field: 'ports', mergeKey: 'port', existing: spec.ports, fresh, change };
  const ports = randomListPatch(random, list, new FaultBudget());
  return { spec: { ...ports, ...(random.chance(40) && { selector: { app: null, tier: 'front' } }) } };
}

function serviceAccountPatch(random: Random, { originals }: PatchMaterial): object {
  const { secrets } = originals.get('serviceAccount') as { secrets: Item[] };
  const fresh = [{ name: 'four' }, { name: 'five' }];
  return randomListPatch(random, plainField('secrets', 'name', secrets, fresh), new FaultBudget());
}

/** As a kubelet and others write it; two addresses may have the same key. */
function nodeStatusPatch(random: Random, { originals }: PatchMaterial): object {
  const { status } = originals.get('node') as { status: { conditions: Item[]; addresses: Item[] } };
  const faults = new FaultBudget();
  const conditions: MergedField = {
    field: 'conditions',
    mergeKey: 'type',
    existing: status.conditions,
    fresh: [condition('MemoryPressure', 'False'), condition('NetworkUnavailable', 'True')],
    change: (r) => ({
      status: r.pick(['True', 'False']),
      ...(r.chance(30) && { message: null, reason: 'Other' }),
    }),
  };
  const addresses: MergedField = {
    field: 'addresses',
    mergeKey: 'type',
    existing: status.addresses,
    fresh: [{ type: 'ExternalIP', address: '192.0.2.1' }],
    change: (r) => ({ address: `10.0.0.${r.int(9)}` }),
  };
  const lists = random.chance(70) ? [random.pick([conditions, addresses])] : [conditions, addresses];
  return {
    status: {
      ...Object.assign({}, ...lists.map((list) => randomListPatch(random, list, faults))),
      ...(random.chance(30) && { capacity: { cpu: random.pick(['8', null]), pods: '110' } }),
    },
  };
}

/**
 * Finalizers are the list of plain values that is merged. What is both added and deleted comes out now so, now so.
 */
function configMapPatch(random: Random): object {
  const known = ['a.example/one', 'a.example/two', 'a.example/three'];
  const all = [...known, 'b.example/four', 'b.example/five'];
  const finalizers = random.shuffled(random.some(all));
  const order = random.chance(50) ? random.shuffled(all) : [...new Set([...finalizers, ...random.some(all)])];
  return {
    metadata: {
      ...(random.chance(40) && { '$setElementOrder/finalizers': order }),
      ...(random.chance(70) && { finalizers }),
      ...(random.chance(40) && {
        '$deleteFromPrimitiveList/finalizers': random.some(
          known.filter((name) => !finalizers.includes(name)),
        ),
      }),
    },
    ...(random.chance(30) && { data: random.pick([null, { a: null }, { $patch: 'delete' }, { d: '4' }]) }),
  };
}
