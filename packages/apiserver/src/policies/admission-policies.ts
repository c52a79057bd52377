import type { KubeObject } from '@banyan/api';
import type { MutatingPolicy, ValidatingPolicy } from '../kinds/admission/policy-spec.ts';
import type { JudgedWrite, Operation, WritePolicies } from '../registry/operation.ts';
import type { WatchedTable } from '../rbac/watched-table.ts';
import type { JudgedRequest } from './judged-request.ts';
import { mutate } from './mutate-request.ts';
import { compileMutatingPolicy, type CompiledMutatingPolicy } from './mutating.ts';
import { PolicyIndex } from './policy-index.ts';
import type { PolicyWorld } from './policy-world.ts';
import { validate } from './validate-request.ts';
import { compileValidatingPolicy, type CompiledValidatingPolicy } from './validating.ts';

export interface PolicyTables {
  readonly validatingPolicies: WatchedTable;
  readonly validatingBindings: WatchedTable;
  readonly mutatingPolicies: WatchedTable;
  readonly mutatingBindings: WatchedTable;
}

const GROUP = 'admissionregistration.k8s.io';
/** Whoever made a policy that refuses everything must be able to take it back. */
const EXEMPT = /^(?:validating|mutating)admissionpolic(?:ies|ybindings)$/;

/** Changes and judges what is written by the ValidatingAdmissionPolicies and MutatingAdmissionPolicies of the cluster. */
export class AdmissionPolicies implements WritePolicies {
  readonly #validating: PolicyIndex<ValidatingPolicy, CompiledValidatingPolicy>;
  readonly #mutating: PolicyIndex<MutatingPolicy, CompiledMutatingPolicy>;
  readonly #world: PolicyWorld;

  constructor(tables: PolicyTables, world: PolicyWorld) {
    this.#world = world;
    this.#validating = new PolicyIndex(
      tables.validatingPolicies,
      tables.validatingBindings,
      compileValidatingPolicy,
    );
    this.#mutating = new PolicyIndex(tables.mutatingPolicies, tables.mutatingBindings, compileMutatingPolicy);
  }

  mutate(operation: Operation, write: JudgedWrite & { readonly object: KubeObject }): KubeObject {
    const policies = this.#mutating.bound;
    if (policies.length === 0 || isExempt(operation)) return write.object;
    return mutate(policies, requestOf(operation, write), this.#world) ?? write.object;
  }

  validate(operation: Operation, write: JudgedWrite): void {
    const policies = this.#validating.bound;
    if (policies.length === 0 || isExempt(operation)) return;
    validate(policies, requestOf(operation, write), this.#world);
  }

  /** Stops following the store. */
  close(): void {
    this.#validating.close();
    this.#mutating.close();
  }
}

function isExempt({ resource }: Operation): boolean {
  return resource.group === GROUP && EXEMPT.test(resource.resource);
}

function requestOf(operation: Operation, write: JudgedWrite): JudgedRequest {
  const { resource, subresource = '', user, dryRun, options, warn, isOfCollection } = operation;
  const { object, old, isConnection } = write;
  const { group, version, kind } = resource.subresources.get(subresource) ?? resource;
  const name =
    isOfCollection === true ? '' : (write.name ?? object?.metadata.name ?? old?.metadata.name ?? '');
  const isNamespace = resource.group === '' && resource.resource === 'namespaces';
  return {
    operation: isConnection
      ? 'CONNECT'
      : object === undefined
        ? 'DELETE'
        : old === undefined
          ? 'CREATE'
          : 'UPDATE',
    resource,
    kind: { group, version, kind },
    subresource,
    namespace: isNamespace ? name : (operation.namespace ?? ''),
    name,
    user,
    dryRun,
    options: { ...options, ...write.options },
    object,
    old,
    warn,
  };
}
