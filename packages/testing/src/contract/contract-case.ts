import type { CaseContext } from './case-context.ts';
import type { ContractRow } from './contract-rows.ts';

/**
 * What a target must have beyond an API server:
 * - controllers: kube-controller-manager's work is done by someone
 * - kubelet: nodes `node-1`, … that run pods, with log, exec and port-forward
 * - compaction: the target can forget its history on demand
 * - front-proxy: the target gives a certificate that may speak for others
 */
export type Capability = 'controllers' | 'kubelet' | 'compaction' | 'front-proxy';

/** One promise of the API, shown by exchanges. */
export interface ContractCase {
  readonly row: ContractRow;
  /** Unique in its row; the case's namespace and cluster-scoped names are made of it. */
  readonly id: string;
  /** A sentence about behaviour. */
  readonly name: string;
  readonly needs: readonly Capability[];
  /** Runs while no other case does: it reads or changes what all of them share (discovery, history). */
  readonly alone: boolean;
  readonly run: (c: CaseContext) => Promise<void>;
}

export interface CaseDefinition {
  readonly id: string;
  readonly name: string;
  readonly needs?: readonly Capability[];
  readonly alone?: boolean;
  readonly run: (c: CaseContext) => Promise<void>;
}

export function contractCases(row: ContractRow, definitions: readonly CaseDefinition[]): ContractCase[] {
  return definitions.map((definition) => ({ needs: [], alone: false, ...definition, row }));
}

export function caseKey({ row, id }: Pick<ContractCase, 'row' | 'id'>): string {
  return `${row}/${id}`;
}
