import type { MemberSession } from './member-session.ts';

/** What every step towards one member needs. */
export interface ApplyContext {
  readonly session: MemberSession;
  /** The value of the mark by which our objects are known. */
  readonly hubId: string;
  /** Managers whose fields are left to them. */
  readonly yieldsTo: ReadonlySet<string>;
}
