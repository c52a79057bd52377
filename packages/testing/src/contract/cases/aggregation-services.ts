import type { CaseContext } from '../case-context.ts';
import type { CaseResponse } from '../case-exchange.ts';
import type { Json } from '../transcript.ts';
import { startBackend, type Backend } from './aggregation-backend.ts';

export const API_SERVICES = '/apis/apiregistration.k8s.io/v1/apiservices';

export function groupOf(c: CaseContext): string {
  return `${c.clusterName()}.contract.banyan.dev`;
}

export function apiService(c: CaseContext, spec: object): object {
  return {
    apiVersion: 'apiregistration.k8s.io/v1',
    kind: 'APIService',
    metadata: { name: `v1.${groupOf(c)}` },
    spec: { group: groupOf(c), version: 'v1', groupPriorityMinimum: 1000, versionPriority: 15, ...spec },
  };
}

interface ApiService {
  readonly spec: Readonly<Record<string, Json>> & { readonly service?: Readonly<Record<string, Json>> };
  readonly status?: {
    readonly conditions?: readonly {
      readonly type: string;
      readonly status: string;
      readonly reason: string;
      readonly message: string;
    }[];
  };
}

/** An APIService without what is random about it: the backend's port, its certificate, and the words of errors. */
export function availability(bytes: Buffer): Json {
  const { spec, status } = JSON.parse(bytes.toString()) as ApiService;
  const { port: _, ...service } = spec.service ?? {};
  const conditions = (status?.conditions ?? []).map(({ type, status, reason, message }) => ({
    type,
    status,
    reason,
    // What follows is the error of the network or of TLS, in Go's words and with addresses.
    message: message.replace(/(failing or missing response from).*/s, '$1 …'),
  }));
  return { service, group: spec['group'] ?? null, conditions };
}

/** For until(): the APIService is available, or is not for this reason. */
export function isAvailable(
  status: 'True' | 'False',
  reason?: string,
): (response: CaseResponse<Json>) => boolean {
  return ({ body }) =>
    ((body as unknown as ApiService).status?.conditions ?? []).some(
      (condition) => condition.status === status && (reason === undefined || condition.reason === reason),
    );
}

/** The Service by which the API server reaches a port of its own machine. */
export function localService(port: number): object {
  const spec = { type: 'ExternalName', externalName: 'localhost', ports: [{ port }] };
  return { apiVersion: 'v1', kind: 'Service', metadata: { name: 'backend' }, spec };
}

const AUTHENTICATION = '/api/v1/namespaces/kube-system/configmaps/extension-apiserver-authentication';

/** Runs with a backend for the case's group, unless told otherwise registered and available; ends it whatever happens. */
export async function withBackend(
  c: CaseContext,
  run: (backend: Backend) => Promise<void>,
  { register = true } = {},
): Promise<void> {
  const config = await c.setup<{ data: Record<string, string> }>({ path: AUTHENTICATION });
  const frontProxyCa = config.data['requestheader-client-ca-file'] ?? '';
  const host = `backend.${c.namespace}.svc`;
  const backend = await startBackend({ group: groupOf(c), host, frontProxyCa });
  try {
    await c.setup({ method: 'POST', path: c.at('services'), body: localService(backend.port) });
    if (register) await registerBackend(c, backend);
    await run(backend);
  } finally {
    await backend.close();
  }
}

async function registerBackend(c: CaseContext, backend: Backend): Promise<void> {
  const service = { name: 'backend', namespace: c.namespace, port: backend.port };
  const body = apiService(c, { service, caBundle: Buffer.from(backend.ca).toString('base64') });
  await c.setup({ method: 'POST', path: API_SERVICES, body });
  await c.until({ path: `${API_SERVICES}/v1.${groupOf(c)}` }, isAvailable('True'));
  // Available a moment before it is proxied to.
  await c.until({ path: `/apis/${groupOf(c)}/v1/echoes` }, ({ status }) => status === 200);
}
