import type { KubeObject } from '@banyan/api';

export const API_SERVICE_GROUP = 'apiregistration.k8s.io';
export const API_SERVICES_TABLE = `apiservices.${API_SERVICE_GROUP}`;

/** Where a group's version is served: here, or by another server behind a Service. */
export interface ApiService extends KubeObject {
  spec: ApiServiceSpec;
  status?: { conditions?: ApiServiceCondition[] };
}

export interface ApiServiceSpec {
  /** Empty or absent: the core group. */
  group?: string;
  version?: string;
  groupPriorityMinimum: number;
  versionPriority: number;
  /** Absent: served here. */
  service?: ServiceReference;
  /** PEM in base64: what signs the server's certificate. Absent: what the machine trusts. */
  caBundle?: string;
  insecureSkipTLSVerify?: boolean;
}

interface ServiceReference {
  namespace?: string;
  name?: string;
  port?: number;
}

export interface ApiServiceCondition {
  type: string;
  status: 'True' | 'False' | 'Unknown';
  lastTransitionTime?: string;
  reason?: string;
  message?: string;
}

/** What an APIService without a port means. */
export const DEFAULT_PORT = 443;

export function asApiService(object: Readonly<KubeObject>): Readonly<ApiService> {
  return object as unknown as ApiService;
}

/** The name that an APIService must have. */
export function apiServiceName(group: string, version: string): string {
  return `${version}.${group}`;
}
