import { SYSTEM_NAMESPACE } from '@banyan/api/clusternet';
import type { Logger } from '@banyan/controller';
import { gatewayManifests, startGateway, type Gateway, type PeerAcceptor } from '@banyan/gateway';
import { isNotFound, type KubeClient } from '@banyan/kube';
import type { TunnelHub } from '@banyan/tunnel';
import { applyObjects } from '../program/apply-objects.ts';
import { servingCertificate, type ServingCertificate } from './serving-certificate.ts';

/** As the manifests have it. */
const SERVICE = 'clusternet-hub';
/** A name that every certificate of the gateway is for. */
export const SERVICE_HOST = `${SERVICE}.${SYSTEM_NAMESPACE}.svc`;
const API_SERVICES = { group: 'apiregistration.k8s.io', version: 'v1', resource: 'apiservices' };
const API_SERVICE = 'v1alpha1.proxies.clusternet.io';
/** Of the two ways to templates. */
const TEMPLATE_API_SERVICES = ['v1alpha1.shadow', 'v1alpha1.proxies.banyan.dev'];
/** Certificates last 90 days. */
const RENEW_MS = 86_400_000;

export interface GatewayPartOptions {
  readonly hubClient: KubeClient;
  readonly tunnels: TunnelHub;
  readonly peers: PeerAcceptor;
  readonly host: string;
  readonly port: number;
  /** How the parent's API server reaches it where no Service leads to pods; undefined in a pod. */
  readonly gatewayHost: string | undefined;
  /** URLs by which others come to it. */
  readonly urls: readonly string[];
  readonly anonymousProxy: boolean;
  /** Whether templates are served. */
  readonly templates: boolean;
  /** Whether Service, APIService and roles are written, or only the CA. */
  readonly install: boolean;
  readonly audit: ((line: string) => void) | undefined;
  readonly logger: Logger;
  readonly signal: AbortSignal;
}

export interface GatewayPart extends Gateway {
  /** PEM: by which others know it. */
  readonly caBundle: string;
}

/** The gateway with a certificate of its own that is renewed, known to the parent. */
export async function startGatewayPart(options: GatewayPartOptions): Promise<GatewayPart> {
  const { hubClient, signal, logger } = options;
  const issue = () =>
    servingCertificate({
      hubClient,
      namespace: SYSTEM_NAMESPACE,
      hosts: certificateHosts(options),
      now: new Date(),
      signal,
    });
  const first = await issue();
  const { tunnels, peers, host, port, anonymousProxy, templates, audit } = options;
  const gateway = await startGateway({
    parent: hubClient,
    tunnels,
    peers,
    host,
    port,
    certificate: first.pair.certificate,
    key: first.pair.key,
    anonymousProxy,
    templates,
    logger,
    signal,
    ...(audit !== undefined && { audit }),
  }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EADDRINUSE' && error.code !== 'EACCES') throw error;
    const why = error.code === 'EACCES' ? 'may not be used' : 'is in use';
    throw new Error(`port ${port} ${why}; choose another with --secure-port`, { cause: error });
  });
  try {
    await tellParent(options, { caBundle: first.caBundle, port: gateway.port });
  } catch (error) {
    await gateway.stop();
    throw error;
  }
  const renew = async () => {
    const next = await issue();
    await tellParent(options, { caBundle: next.caBundle, port: gateway.port });
    gateway.renewCertificate(next.pair);
  };
  const timer = setInterval(() => {
    renew().catch((err: unknown) => {
      if (!signal.aborted) logger.warn({ err }, 'the certificate could not be renewed; tried again tomorrow');
    });
  }, RENEW_MS);
  signal.addEventListener('abort', () => clearInterval(timer), { once: true });
  return { ...gateway, caBundle: first.caBundle };
}

function certificateHosts({ gatewayHost, urls }: GatewayPartOptions): string[] {
  const service = [SERVICE, `${SERVICE}.${SYSTEM_NAMESPACE}`, SERVICE_HOST];
  const named = urls.map((url) => new URL(url).hostname.replace(/^\[|\]$/g, ''));
  return [
    ...new Set([
      ...service,
      'localhost',
      '127.0.0.1',
      ...(gatewayHost === undefined ? [] : [gatewayHost]),
      ...named,
    ]),
  ];
}

/** Where the parent's API server finds the gateway, and by which CA it knows it. */
async function tellParent(
  options: GatewayPartOptions,
  { caBundle, port }: Pick<ServingCertificate, 'caBundle'> & { port: number },
): Promise<void> {
  const { hubClient, gatewayHost, anonymousProxy, templates, signal } = options;
  if (!options.install) {
    const body = {
      spec: { caBundle: Buffer.from(caBundle).toString('base64'), insecureSkipTLSVerify: null },
    };
    for (const name of [API_SERVICE, ...(templates ? TEMPLATE_API_SERVICES : [])])
      await hubClient.patch(API_SERVICES, { name }, { type: 'merge', body }, { signal }).catch(missing);
    return;
  }
  const pods = { selector: { app: SERVICE }, targetPort: port };
  const way = gatewayHost === undefined ? pods : { externalName: gatewayHost, port };
  const objects = gatewayManifests({ caBundle, service: SERVICE, anonymousProxy, templates, ...way });
  await applyObjects(objects, { client: hubClient, fieldManager: 'banyan-hub', signal });
}

function missing(error: unknown): never {
  if (!isNotFound(error)) throw error;
  throw new Error(`${error.message}: apply the hub's manifests again`, { cause: error });
}
