import type { KubeObject } from '@banyan/api';
import type { UpdateOutcome, UpdateTarget } from '../../registry/update-object.ts';

type Create = NonNullable<UpdateTarget['create']>;

/** It was there when it was looked for, and is not when it is written. */
class DeletedSince extends Error {}

export interface MayBeMissing {
  /** Whether there is none now. */
  readonly isMissing: () => Promise<boolean>;
  /** Throws unless it may be created. Asked only about what is missing. */
  readonly admit: () => Promise<void>;
  readonly create: Create;
  readonly write: (create: Create) => Promise<UpdateOutcome>;
}

/** A write that creates what is not there: only if that was allowed, even where it is deleted in the meantime. */
export async function createdIfMissing(may: MayBeMissing): Promise<UpdateOutcome> {
  const isMissing = await may.isMissing();
  if (isMissing) await may.admit();
  const notAllowed = (): KubeObject => {
    throw new DeletedSince();
  };
  try {
    return await may.write(isMissing ? may.create : notAllowed);
  } catch (error) {
    if (!(error instanceof DeletedSince)) throw error;
    return createdIfMissing(may);
  }
}
