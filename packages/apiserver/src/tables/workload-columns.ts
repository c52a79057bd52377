import type { LabelSelector, ObjectMeta } from '@banyan/api';
import { labelsText, NONE, orElse, selectorText } from './cell-text.ts';
import { AGE, columnsFor, integer, NAME, text, wide, type KindColumn, type Shown } from './column.ts';
import { containerImages, containerNames, type PodTemplate } from './pod-shape.ts';

interface Workload<Selector = LabelSelector> extends Shown {
  readonly spec?: {
    readonly replicas?: number;
    readonly selector?: Selector;
    readonly template?: PodTemplate;
  };
  readonly status?: Readonly<Record<string, number | undefined>>;
}

type AnyWorkload = Workload<unknown>;

const CONTAINERS: KindColumn<AnyWorkload> = wide(
  text('Containers', 'Names of the containers', ({ spec }) => containerNames(spec?.template?.spec)),
);
const IMAGES: KindColumn<AnyWorkload> = wide(
  text('Images', 'Images of the containers', ({ spec }) => containerImages(spec?.template?.spec)),
);
const SELECTOR: KindColumn<Workload> = wide(
  text('Selector', 'Labels by which its pods are found', ({ spec }) =>
    orElse(selectorText(spec?.selector), NONE),
  ),
);

const DESIRED: KindColumn<AnyWorkload> = integer('Desired', 'Pods asked for', ({ spec }) => spec?.replicas);
const CURRENT = counted('Current', 'Pods that there are', 'replicas');
const READY = counted('Ready', 'Pods that are ready', 'readyReplicas');

const READY_OF_ALL: KindColumn<AnyWorkload> = text(
  'Ready',
  'Pods that are ready, of those asked for',
  ({ spec, status }) => `${status?.['readyReplicas'] ?? 0}/${spec?.replicas ?? 0}`,
);

function counted(name: string, description: string, field: string): KindColumn<AnyWorkload> {
  return integer(name, description, ({ status }) => status?.[field]);
}

/** A number in a column of texts. */
function told(name: string, description: string, field: string): KindColumn<AnyWorkload> {
  return text(name, description, ({ status }) => status?.[field] ?? 0);
}

export const DEPLOYMENT_COLUMNS = columnsFor<Workload>([
  NAME,
  READY_OF_ALL,
  told('Up-to-date', 'Pods of the newest template', 'updatedReplicas'),
  told('Available', 'Pods that have been ready long enough', 'availableReplicas'),
  AGE,
  CONTAINERS,
  IMAGES,
  { ...SELECTOR, value: ({ spec }) => selectorText(spec?.selector) },
]);

export const STATEFUL_SET_COLUMNS = columnsFor<Workload>([NAME, READY_OF_ALL, AGE, CONTAINERS, IMAGES]);

export const REPLICA_SET_COLUMNS = columnsFor<Workload>([
  NAME,
  DESIRED,
  CURRENT,
  READY,
  AGE,
  CONTAINERS,
  IMAGES,
  SELECTOR,
]);

export const REPLICATION_CONTROLLER_COLUMNS = columnsFor<Workload<Readonly<Record<string, string>>>>([
  NAME,
  DESIRED,
  CURRENT,
  READY,
  AGE,
  CONTAINERS,
  IMAGES,
  wide(text('Selector', 'Labels by which its pods are found', ({ spec }) => labelsText(spec?.selector))),
]);

export const DAEMON_SET_COLUMNS = columnsFor<Workload>([
  NAME,
  counted('Desired', 'Nodes that should have a pod', 'desiredNumberScheduled'),
  counted('Current', 'Nodes that have a pod', 'currentNumberScheduled'),
  counted('Ready', 'Nodes whose pod is ready', 'numberReady'),
  counted('Up-to-date', 'Nodes whose pod is of the newest template', 'updatedNumberScheduled'),
  counted('Available', 'Nodes whose pod has been ready long enough', 'numberAvailable'),
  text('Node Selector', 'Labels of the nodes that get a pod', ({ spec }) =>
    labelsText(spec?.template?.spec?.nodeSelector),
  ),
  AGE,
  CONTAINERS,
  IMAGES,
  SELECTOR,
]);

export const CONTROLLER_REVISION_COLUMNS = columnsFor<Shown & { readonly revision?: number }>([
  NAME,
  text('Controller', 'What it is a revision of', ({ metadata }) => controllerText(metadata)),
  text('Revision', 'Its number', ({ revision }) => revision ?? 0),
  AGE,
]);

function controllerText({ ownerReferences = [] }: ObjectMeta): string {
  const owner = ownerReferences.find(({ controller }) => controller === true);
  if (owner === undefined) return NONE;
  const [group = ''] = owner.apiVersion.includes('/') ? owner.apiVersion.split('/') : [];
  const kind = group === '' ? owner.kind : `${owner.kind}.${group}`;
  return `${kind.toLowerCase()}/${owner.name}`;
}
