import type { ResourceCatalogue } from '../registry/resource-catalogue.ts';
import type { KubeObject } from '@banyan/api';
import type {
  IdSource,
  Operation,
  UpdateAdmission,
  WriteGuard,
  WritePolicies,
} from '../registry/operation.ts';

/** What all requests for objects share. */
export interface ApiContext {
  readonly resources: ResourceCatalogue;
  readonly admission: Admission;
  readonly guard?: WriteGuard;
  readonly policies?: WritePolicies;
  readonly ids: IdSource;
  readonly now: () => Date;
}

/** Asked before an object is created or deleted, when everything else about the request is in order. Throws to refuse. */
export interface Admission {
  create(operation: Operation, draft: KubeObject): Promise<void>;
  delete(operation: Operation, name: string): Promise<void>;
  /** Default: nobody is asked about updates. */
  readonly updates?: UpdateAdmission;
}

export const ADMITS_ALL: Admission = { create: async () => {}, delete: async () => {} };
