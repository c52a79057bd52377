import { lookup } from 'node:dns/promises';
import { BlockList, isIP } from 'node:net';
import type { Duplex } from 'node:stream';
import type { KubeObject } from '@banyan/api';
import { ApiError, badRequest, notFound } from '../../errors/api-error.ts';
import { quoted } from '../../kinds/fields/go-text.ts';
import type { ProxyTarget } from '../../proxying/open-exchange.ts';
import type { ResourceCatalogue } from '../../registry/resource-catalogue.ts';
import type { ConnectRequest } from '../../registry/served-resource.ts';
import { urlOf, type KubeletConnections } from '../kubelet/kubelet-connections.ts';
import { findPod } from '../kubelet/pod-on-node.ts';
import type { PodView } from '../pods/pod-view.ts';

/** What a request names: `name`, `name:port` or `scheme:name:port`. */
interface Named {
  readonly scheme: 'http' | 'https';
  readonly name: string;
  /** A number or a name; empty: none. */
  readonly port: string;
}

/** Finds where a request below an object is to be passed on to. */
export type ProxyLocation = (request: ConnectRequest) => Promise<ProxyTarget>;

/** Whoever may proxy must not reach what only this machine can. */
const NOT_ALLOWED = new BlockList();
for (const [network, prefix] of [
  ['0.0.0.0', 32],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['224.0.0.0', 4],
  ['255.255.255.255', 32],
] as const)
  NOT_ALLOWED.addSubnet(network, prefix);
for (const [network, prefix] of [
  ['::', 127],
  ['fe80::', 10],
  ['ff00::', 8],
] as const)
  NOT_ALLOWED.addSubnet(network, prefix, 'ipv6');

/** Any certificate will do for what runs in a Pod, as for the real server. */
const UNVERIFIED = { rejectUnauthorized: false };

/**
 * Connects to a port of a Pod by its address, in the place of the network; undefined: nobody listens there. What it
 * brings speaks HTTP without TLS.
 */
export type DialPod = (address: string, port: number) => Duplex | undefined;

/** A Pod, at its own address: the port that is named, or its first. */
export function podLocation(dial?: DialPod): ProxyLocation {
  return async (request) => {
    const { scheme, name, port } = parseNamed(request, 'pod');
    const pod = await findPod({ ...request, name });
    const address = pod.status?.podIPs?.[0]?.ip ?? pod.status?.podIP ?? '';
    requireAllowed(address);
    const first = pod.spec.containers.find(({ ports = [] }) => ports.length > 0)?.ports?.[0]?.containerPort;
    const number = port === '' ? (first ?? (scheme === 'https' ? 443 : 80)) : port;
    return targetOf(safeUrl(scheme, { host: address, port: number }), dial);
  };
}

function targetOf(url: URL, dial: DialPod | undefined): ProxyTarget {
  const port = Number(url.port || (url.protocol === 'https:' ? 443 : 80));
  return { url, tls: UNVERIFIED, ...(dial !== undefined && { connect: () => dial(url.hostname, port) }) };
}

/** A node: its kubelet, or another port of it. */
export function nodeLocation(kubelets: KubeletConnections): ProxyLocation {
  return async (request) => {
    const { scheme, name, port } = parseNamed(request, 'node');
    const kubelet = await kubelets.addressOf(name, request.resource);
    for (const { address } of await lookup(kubelet.host, { all: true }).catch(() => []))
      requireAllowed(address);
    if (port === '' || port === String(kubelet.port))
      return { url: urlOf('https', kubelet), tls: kubelets.tls() };
    return { url: safeUrl(scheme, { host: kubelet.host, port }), tls: UNVERIFIED };
  };
}

interface Endpoints extends KubeObject {
  subsets?: {
    addresses?: { ip: string; targetRef?: { namespace?: string; name?: string } }[];
    ports?: { name?: string; port: number }[];
  }[];
}

interface Service extends KubeObject {
  spec: { ports?: { name?: string; port: number }[] };
}

/** A Service, at one of the Pods behind it. `random` chooses: a number from 0 up to 1. */
export function serviceLocation(
  resources: Pick<ResourceCatalogue, 'find'>,
  { random = Math.random, dial }: { random?: () => number; dial?: DialPod | undefined } = {},
): ProxyLocation {
  return async (request) => {
    const { resource, namespace, name: id } = request;
    const { scheme, name, port } = parseNamed(request, 'service');
    const portName = /^\d+$/.test(port) ? await portNameOf(request, name, port) : port;
    const read = (of: string, key: string) =>
      resources.find({ group: '', version: 'v1', resource: of })?.storage.get({ namespace, name: key });
    const endpoints = await read('endpoints', name);
    if (endpoints === undefined) throw notFound(resource, name);
    const { subsets = [] } = endpoints.object as Endpoints;
    if (subsets.length === 0) throw unavailable(`no endpoints available for service ${quoted(name)}`);
    for (const { addresses = [], ports = [] } of subsets) {
      const found = ports.find((one) => (one.name ?? '') === portName);
      if (found === undefined) continue;
      for (const { ip, targetRef } of startingAnywhere(addresses, random)) {
        if (targetRef?.name === undefined || targetRef.namespace !== namespace) continue;
        const pod = (await read('pods', targetRef.name))?.object as PodView | undefined;
        const isItsAddress = pod?.status?.podIPs?.some((one) => one.ip === ip) === true;
        if (isItsAddress) return targetOf(urlOf(scheme, { host: ip, port: found.port }), dial);
      }
    }
    throw unavailable(`no endpoints available for service ${quoted(id)}`);
  };
}

async function portNameOf(
  { resource, namespace }: ConnectRequest,
  name: string,
  port: string,
): Promise<string> {
  const kept = await resource.storage.get({ namespace, name });
  if (kept === undefined) throw notFound(resource, name);
  const found = (kept.object as Service).spec.ports?.find((one) => one.port === Number(port));
  if (found === undefined) throw unavailable(`no service port ${port} found for service ${quoted(name)}`);
  return found.name ?? '';
}

function startingAnywhere<T>(items: readonly T[], random: () => number): T[] {
  const start = Math.floor(random() * items.length);
  return [...items.slice(start), ...items.slice(0, start)];
}

function parseNamed({ name: id }: ConnectRequest, what: string): Named {
  const parts = id.split(':');
  const [scheme, name, port] = parts.length === 3 ? parts : ['', parts[0], parts[1] ?? ''];
  const isKnown = scheme === '' || scheme === 'http' || scheme === 'https';
  if (parts.length > 3 || !isKnown || name === undefined || name === '')
    throw badRequest(`invalid ${what} request ${quoted(id)}`);
  return { scheme: scheme === 'https' ? 'https' : 'http', name, port: port ?? '' };
}

function requireAllowed(address: string): void {
  const family = isIP(address);
  const isRefused = family === 0 || NOT_ALLOWED.check(address, family === 6 ? 'ipv6' : 'ipv4');
  if (isRefused) throw badRequest('address not allowed');
}

/** A port comes from the request: it may be none. */
function safeUrl(scheme: string, address: { host: string; port: number | string }): URL {
  const isPort = /^\d{1,5}$/.test(String(address.port)) && Number(address.port) < 65_536;
  if (!isPort) {
    throw unavailable(`error trying to reach service: dial tcp: lookup tcp/${address.port}: unknown port`);
  }
  return urlOf(scheme, address);
}

function unavailable(message: string): ApiError {
  return new ApiError({ code: 503, reason: 'ServiceUnavailable', message });
}
