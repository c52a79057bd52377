import type { Description } from '@banyan/api/clusternet';
import type { ObjectIdentity, Policies } from '@banyan/engine';
import { wordsOfError } from '../member/apply-errors.ts';
import type { ApplyContext } from '../member/apply-context.ts';
import type { AppliedWork } from './applied-memory.ts';
import { wordsOf, type WorkIndex } from './work-index.ts';
import type { Works } from './works.ts';

/** One run over one Description. */
export interface WorkPass extends ApplyContext {
  /** Of the Description, in the queue. */
  readonly key: string;
  readonly description: Description;
  readonly index: WorkIndex;
  readonly applied: AppliedWork;
  readonly policies: Policies;
  readonly works: Works;
  readonly findings: Findings;
}

/** What a run found out, in words for the status. */
export class Findings {
  /** Went wrong, and is tried again. */
  readonly failures: string[] = [];
  /** Waits for a person. */
  readonly held: string[] = [];
  /** Someone else changed it, and is let. */
  readonly drift: string[] = [];
  /** The first failure, to be thrown. */
  error: unknown;

  fail(identity: ObjectIdentity, error: unknown): void {
    this.error ??= error;
    this.failures.push(`${wordsOf(identity)}: ${wordsOfError(error)}`);
  }

  hold(identity: ObjectIdentity, words: string): void {
    this.held.push(`${wordsOf(identity)}: ${words}`);
  }
}
