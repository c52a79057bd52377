import type { KubeObject } from '@banyan/api';
import type { FieldPath } from '@banyan/patch';

/** autoscaling/v1 Scale: how many there shall be, how many there are, and which. */
export interface ScaleView {
  /** Left out where there are none. */
  readonly replicas: number;
  readonly currentReplicas: number;
  /** A selector as text; empty: none is known. */
  readonly selector: string;
}

/** Where a kind keeps what its Scale shows. Objects are of the endpoint's version. */
export interface ScaleMapping {
  /** May throw an ApiError, for an object that has no scale. */
  read(object: Readonly<KubeObject>): ScaleView;
  /** The same for a write, which may give replicas to an object that has none. Default: `read`. */
  readForWrite?(object: Readonly<KubeObject>): ScaleView;
  /** A Scale makes sense if the object that it leads to does: only that is validated. Default: false. */
  readonly isJudgedByObject?: boolean;
  /** Changes the draft. May throw an ApiError. */
  setReplicas(draft: KubeObject, replicas: number): void;
  /**
   * Where replicas are in each version of the kind, for managedFields. Undefined drops entries of that version; null:
   * it has no scale, and its entries stay.
   */
  replicasPath(apiVersion: string): FieldPath | null | undefined;
}
