import { parseApiVersion, type KubeObject } from '@banyan/api';
import type { Job, Pod, Service, ServicePort } from '@banyan/api/objects';
import { trimStored } from './trim-stored.ts';

/**
 * What the hub's API server answered to a dry run, as a template: its defaults stay, what it allocated for this one
 * cluster goes. `sent` is what the user wrote: a node port that he chose is his.
 */
export function trimAnswer(answer: KubeObject, sent: KubeObject): KubeObject {
  const object = trimStored(answer);
  const { group } = parseApiVersion(object.apiVersion);
  if (group === '' && object.kind === 'Service') return trimService(object as Service, sent as Service);
  if (group === '' && object.kind === 'Pod') return trimPod(object as Pod, sent as Pod);
  if (group === '' && object.kind === 'Namespace') return trimNamespace(object);
  if (group === 'batch' && object.kind === 'Job') return trimJob(object as Job);
  return object;
}

function trimService(service: Service, sent: Service): Service {
  if (service.spec === undefined) return service;
  const { clusterIP, clusterIPs, healthCheckNodePort, ports, ...spec } = service.spec;
  const asked = sent.spec ?? {};
  for (const field of ['ipFamilies', 'ipFamilyPolicy']) {
    if (!Object.hasOwn(asked, field)) delete spec[field];
  }
  const isHeadless = clusterIP === 'None';
  return {
    ...service,
    spec: {
      ...spec,
      ...(isHeadless && { clusterIP, ...(clusterIPs && { clusterIPs }) }),
      ...(Object.hasOwn(asked, 'healthCheckNodePort') && { healthCheckNodePort }),
      ...(ports && { ports: ports.map((port) => trimPort(port, asked.ports ?? [])) }),
    },
  };
}

function trimPort(port: ServicePort, asked: readonly ServicePort[]): ServicePort {
  const { nodePort, ...rest } = port;
  const isAsked = asked.some(
    (other) =>
      other.port === port.port &&
      (other.protocol ?? 'TCP') === (port.protocol ?? 'TCP') &&
      other.nodePort === nodePort,
  );
  return isAsked ? port : rest;
}

/** Volumes of service account tokens that admission adds, under names that fit this one pod. */
function trimPod(pod: Pod, sent: Pod): Pod {
  const asked = new Set((sent.spec?.volumes ?? []).map(({ name }) => name));
  const isAdded = (name: string): boolean => name.startsWith('kube-api-access-') && !asked.has(name);
  const { volumes = [], containers, initContainers, ...spec } = pod.spec;
  if (!volumes.some(({ name }) => isAdded(name))) return pod;
  const trimmed = (list: Pod['spec']['containers']): Pod['spec']['containers'] =>
    list.map(({ volumeMounts, ...container }) => {
      const mounts = (volumeMounts ?? []).filter(({ name }) => !isAdded(name));
      return mounts.length === 0 ? container : { ...container, volumeMounts: mounts };
    });
  const rest = volumes.filter(({ name }) => !isAdded(name));
  return {
    ...pod,
    spec: {
      ...spec,
      containers: trimmed(containers),
      ...(initContainers && { initContainers: trimmed(initContainers) }),
      ...(rest.length > 0 && { volumes: rest }),
    },
  };
}

function trimNamespace({ spec: _spec, ...namespace }: KubeObject): KubeObject {
  return namespace as KubeObject;
}

const JOB_LABELS = [
  'controller-uid',
  'job-name',
  'batch.kubernetes.io/controller-uid',
  'batch.kubernetes.io/job-name',
];

/** Its selector names the uid that the job had for the moment of the dry run. */
function trimJob(job: Job): Job {
  if (job.spec.manualSelector === true) return job;
  const { selector: _selector, template, ...spec } = job.spec;
  return {
    ...job,
    metadata: withoutLabels(job.metadata),
    spec: {
      ...spec,
      template: { ...template, ...(template.metadata && { metadata: withoutLabels(template.metadata) }) },
    },
  };
}

function withoutLabels<T extends { labels?: Record<string, string> }>(metadata: T): T {
  const { labels, ...rest } = metadata;
  if (labels === undefined) return metadata;
  const kept = Object.entries(labels).filter(([key]) => !JOB_LABELS.includes(key));
  return { ...rest, ...(kept.length > 0 && { labels: Object.fromEntries(kept) }) } as T;
}
