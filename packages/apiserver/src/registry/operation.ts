import type { KubeObject } from '@banyan/api';
import { conflict, failure } from '../errors/api-error.ts';
import type { KeptObject } from './resource-storage.ts';
import type { IdSource, ResourceStrategy, ServedResource, WriteContext } from './served-resource.ts';

/** Everything that a verb needs to know of the request it serves. */
export interface Operation extends WriteContext {
  readonly resource: ServedResource;
  /** The main endpoint's, or that of a subresource that reads and writes the same object. */
  readonly strategy: ResourceStrategy;
  readonly subresource: string | undefined;
  readonly namespace: string | undefined;
  /** Who comes to own the fields that change. */
  readonly fieldManager: string;
  /** Collects what goes out in `Warning:` headers. */
  readonly warn: (text: string) => void;
  /** Asked in every write, before validation, with the object as it would be kept. Throws to refuse. */
  readonly guard?: WriteGuard;
  /** Change and judge every write. */
  readonly policies?: WritePolicies;
  /** Asked before an update, when everything else about it is in order. */
  readonly updates?: UpdateAdmission;
  /** What the client said about the write, as policies see it. */
  readonly options?: Readonly<Record<string, unknown>>;
  /** Of a request for many objects, which names none. */
  readonly isOfCollection?: true;
  /** Random suffixes and uids. */
  readonly ids: IdSource;
}

/** A write as policies are asked about it. */
export interface JudgedWrite {
  /** Undefined: it is to be deleted. */
  readonly object: Readonly<KubeObject> | undefined;
  /** Undefined: it is to be created. */
  readonly old: Readonly<KubeObject> | undefined;
  /** If that is not the object's. */
  readonly name?: string;
  /** Besides those of the operation. */
  readonly options?: Readonly<Record<string, unknown>>;
  /** No write: a connection to what is there, and `object` is what the client wants of it. */
  readonly isConnection?: true;
}

/** Has its say on updates of what is counted somewhere. */
export interface UpdateAdmission {
  /** Whether it wants to be asked. Called for every update. */
  readonly isAsked: (operation: Operation) => boolean;
  /** Asked with the object as it would be kept. Throws to refuse; else the update is as good as made. */
  readonly admit: (
    operation: Operation,
    write: { readonly object: Readonly<KubeObject>; readonly old: Readonly<KubeObject> },
  ) => Promise<void>;
}

/** What the cluster's admission policies say. Both answer at once, and throw to refuse. */
export interface WritePolicies {
  /** Asked with a draft before it is validated. Returns it, or another in its place. */
  mutate(operation: Operation, write: JudgedWrite & { readonly object: KubeObject }): KubeObject;
  /** Asked about what is valid, last of all. */
  validate(operation: Operation, write: JudgedWrite): void;
}

export type WriteGuard = (
  operation: Operation,
  write: { readonly object: Readonly<KubeObject>; readonly old: Readonly<KubeObject> | undefined },
) => void;

/** The same for a write that others have judged. */
export function withoutPolicies(operation: Operation): Operation {
  const { policies: _, ...rest } = operation;
  return rest;
}

export type { IdSource };

const OPTIMISTIC_LOCK =
  'the object has been modified; please apply your changes to the latest version and try again';

export function groupResource({ resource }: Operation): { group: string; resource: string } {
  return { group: resource.group, resource: resource.resource };
}

/** What an object that is invalid is called. */
export function invalidKind({ resource }: Operation): { group: string; kind: string } {
  return { group: resource.internalGroup ?? resource.group, kind: resource.kind };
}

/** The object as this endpoint's version shows it. */
export function asServed({ resource }: Operation, kept: KeptObject): Readonly<KubeObject> {
  return resource.fromStorage(kept.object);
}

/** Refuses a write that was meant for another object of this name. */
export function requireUid(
  operation: Operation,
  current: Readonly<KubeObject>,
  asked: string | undefined,
): void {
  const { uid, name = '' } = current.metadata;
  if (asked === undefined || asked === uid) return;
  const why = storageMismatch(operation, name, `UID in precondition: ${asked}, UID in object meta: ${uid}`);
  throw conflict(groupResource(operation), name, why);
}

/** Refuses a write that was to be made only to a certain version. */
export function requireRecordedVersion(
  operation: Operation,
  current: Readonly<KubeObject>,
  asked: string | undefined,
): void {
  const { resourceVersion, name = '' } = current.metadata;
  if (asked === undefined || asked === '' || asked === resourceVersion) return;
  const what = `ResourceVersion in precondition: ${asked}, ResourceVersion in object meta: ${resourceVersion}`;
  throw conflict(groupResource(operation), name, storageMismatch(operation, name, what));
}

/** A failed precondition in the words of the real server's storage. */
function storageMismatch({ resource, namespace }: Operation, name: string, what: string): string {
  const prefix = resource.custom === undefined ? '/registry' : `/registry/${resource.group}`;
  const key = [prefix, resource.resource, ...(namespace === undefined ? [] : [namespace]), name].join('/');
  return `StorageError: invalid object, Code: 4, Key: ${key}, ResourceVersion: 0, AdditionalErrorMsg: Precondition failed: ${what}`;
}

/** Refuses a write that was made from another version than the newest. */
export function requireVersion(
  operation: Operation,
  name: string,
  current: Readonly<KubeObject>,
  asked: string | undefined,
): void {
  if (asked === undefined || asked === '' || asked === '0' || asked === current.metadata.resourceVersion)
    return;
  if (!/^\d+$/.test(asked))
    throw failure(`strconv.ParseUint: parsing ${JSON.stringify(asked)}: invalid syntax`);
  throw conflict(groupResource(operation), name, OPTIMISTIC_LOCK);
}
