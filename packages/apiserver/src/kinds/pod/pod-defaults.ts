import type { Container, Handler, Probe } from './container-spec.ts';
import type { DownwardFile, Pod, PodSpec, Volume } from './pod-spec.ts';
import { roundToMilli } from '@banyan/api/quantity';

/** What files of a volume may: read by all, written by the owner. */
const FILE_MODE = 0o644;
const GRACE_SECONDS = 30;
const TOKEN_SECONDS = 3600;

/** Defaults of a Pod itself, over those of its spec: templates do not have these. */
export function applyPodDefaults({ spec }: Pod): void {
  const containers = [...(spec.containers ?? []), ...(spec.initContainers ?? [])];
  for (const { resources } of containers) {
    if (resources.limits) resources.requests = { ...resources.limits, ...resources.requests };
  }
  const { resources } = spec;
  if (resources?.limits) resources.requests = { ...resources.limits, ...resources.requests };
  spec.enableServiceLinks ??= true;
  if ((spec.terminationGracePeriodSeconds ?? 0) < 0) spec.terminationGracePeriodSeconds = 1;
  if (spec.hostNetwork === true) {
    for (const port of containers.flatMap(({ ports }) => ports ?? [])) port.hostPort ??= port.containerPort;
  }
  applyPodSpecDefaults(spec);
}

/** Defaults of a Pod's spec, wherever it is. Idempotent. */
export function applyPodSpecDefaults(spec: PodSpec): void {
  spec.dnsPolicy ??= 'ClusterFirst';
  spec.restartPolicy ??= 'Always';
  spec.securityContext ??= {};
  spec.terminationGracePeriodSeconds ??= GRACE_SECONDS;
  spec.schedulerName ??= 'default-scheduler';
  keepOneServiceAccount(spec);
  for (const container of allContainers(spec)) applyContainerDefaults(container);
  for (const volume of spec.volumes ?? []) applyVolumeDefaults(volume);
  if (spec.overhead) roundToMilli(spec.overhead);
}

/** The old name of the field is kept in step with the new one, which wins. */
function keepOneServiceAccount(spec: PodSpec): void {
  const name = spec.serviceAccountName ?? spec.serviceAccount;
  if (name === undefined) return;
  spec.serviceAccountName = name;
  spec.serviceAccount = name;
}

function allContainers(spec: PodSpec): Container[] {
  return [...(spec.initContainers ?? []), ...(spec.containers ?? []), ...(spec.ephemeralContainers ?? [])];
}

function applyContainerDefaults(container: Container): void {
  container.imagePullPolicy ??= defaultPullPolicy(container.image ?? '');
  container.terminationMessagePath ??= '/dev/termination-log';
  container.terminationMessagePolicy ??= 'File';
  for (const port of container.ports ?? []) port.protocol ??= 'TCP';
  for (const { valueFrom } of container.env ?? []) {
    if (valueFrom?.fieldRef) valueFrom.fieldRef.apiVersion ??= 'v1';
    if (valueFrom?.resourceFieldRef) valueFrom.resourceFieldRef.divisor ??= '0';
  }
  roundToMilli(container.resources.limits ?? {});
  roundToMilli(container.resources.requests ?? {});
  dropStopSignal(container);
  const { lifecycle, livenessProbe, readinessProbe, startupProbe } = container;
  for (const probe of [livenessProbe, readinessProbe, startupProbe]) if (probe) applyProbeDefaults(probe);
  for (const handler of [lifecycle?.postStart, lifecycle?.preStop])
    if (handler) applyHandlerDefaults(handler);
}

/** What changes may change is pulled every time. */
function defaultPullPolicy(image: string): string {
  return imageTag(image) === 'latest' ? 'Always' : 'IfNotPresent';
}

/** `latest` if there is neither a tag nor a digest; empty for what is no image name. */
function imageTag(image: string): string {
  const [name = '', digest] = image.split('@');
  const match = /^(?:[\w.-]+(?::\d+)?\/)?[a-z0-9._/-]+(?::([\w][\w.-]{0,127}))?$/.exec(name);
  if (match === null) return '';
  return match[1] ?? (digest === undefined ? 'latest' : '');
}

/** A field that the server does not serve unless it is asked to. */
function dropStopSignal(container: Container): void {
  if (container.lifecycle?.stopSignal === undefined) return;
  delete container.lifecycle.stopSignal;
  if (Object.keys(container.lifecycle).length === 0) delete container.lifecycle;
}

function applyProbeDefaults(probe: Probe): void {
  probe.timeoutSeconds ??= 1;
  probe.periodSeconds ??= 10;
  probe.successThreshold ??= 1;
  probe.failureThreshold ??= 3;
  applyHandlerDefaults(probe);
  if (probe.grpc) probe.grpc.service ??= '';
}

function applyHandlerDefaults({ httpGet }: Handler): void {
  if (!httpGet) return;
  httpGet.path ??= '/';
  httpGet.scheme ??= 'HTTP';
}

function applyVolumeDefaults(volume: Volume): void {
  if (Object.keys(volume).every((key) => key === 'name')) volume.emptyDir = {};
  const { configMap, downwardAPI, hostPath, image, projected, secret } = volume;
  applyDriverDefaults(volume);
  if (image) image.pullPolicy ??= defaultPullPolicy(image.reference ?? '');
  if (hostPath) hostPath.type ??= '';
  for (const source of [configMap, downwardAPI, projected, secret]) {
    if (source) source.defaultMode ??= FILE_MODE;
  }
  applyDownwardDefaults(downwardAPI?.items ?? []);
  for (const source of projected?.sources ?? []) {
    applyDownwardDefaults(source.downwardAPI?.items ?? []);
    if (source.serviceAccountToken) source.serviceAccountToken.expirationSeconds ??= TOKEN_SECONDS;
  }
}

/** Volumes that name their driver's settings. */
export function applyDriverDefaults({
  azureDisk,
  ephemeral,
  iscsi,
  rbd,
  scaleIO,
}: Pick<Volume, 'azureDisk' | 'ephemeral' | 'iscsi' | 'rbd' | 'scaleIO'>): void {
  if (ephemeral?.volumeClaimTemplate) ephemeral.volumeClaimTemplate.spec.volumeMode ??= 'Filesystem';
  if (iscsi) iscsi.iscsiInterface ??= 'default';
  if (rbd) {
    rbd.pool ??= 'rbd';
    rbd.user ??= 'admin';
    rbd.keyring ??= '/etc/ceph/keyring';
  }
  if (azureDisk) {
    azureDisk.cachingMode ??= 'ReadWrite';
    azureDisk.fsType ??= 'ext4';
    azureDisk.readOnly ??= false;
    azureDisk.kind ??= 'Shared';
  }
  if (scaleIO) {
    scaleIO.storageMode ??= 'ThinProvisioned';
    scaleIO.fsType ??= 'xfs';
  }
}

function applyDownwardDefaults(items: readonly DownwardFile[]): void {
  for (const { fieldRef, resourceFieldRef } of items) {
    if (fieldRef) fieldRef.apiVersion ??= 'v1';
    if (resourceFieldRef) resourceFieldRef.divisor ??= '0';
  }
}
