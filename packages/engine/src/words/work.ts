import type { KubeObject } from '@banyan/api';
import type { OverrideChange, OverrideFailure } from './override.ts';

/** An object kept in the hub to be sent to members. */
export interface Template {
  /** How the dialect names it. */
  readonly key: string;
  readonly object: KubeObject;
}

/** Objects rendered for one member, ready to apply. */
export interface Work {
  readonly member: string;
  readonly objects: readonly WorkObject[];
  readonly failures: readonly WorkFailure[];
}

export interface WorkObject {
  /** The template that it came from. */
  readonly template: string;
  /** Shares parts with the template and with other members' objects: not to be changed. */
  readonly object: KubeObject;
  /** Overrides that changed it; only if they were asked for. */
  readonly changes?: readonly OverrideChange[];
}

export interface WorkFailure extends OverrideFailure {
  readonly template: string;
  /** Whether the last good object stands in for it. */
  readonly isKept: boolean;
}
