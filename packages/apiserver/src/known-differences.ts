import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const FILE = join(import.meta.dirname, '../known-differences.json');

/** Scenarios of the kubectl suite are listed beside the cases of the contract suite, under this. */
const KUBECTL = 'kubectl/';

/**
 * What tests expect to be answered otherwise than by a real server, each with its reason. The list may only shrink.
 * Of the contract suite `row/id`; `row/*` is a row that is not run at all, since what it is about is not there: its
 * cases would wait for it in vain.
 */
export function knownContractDifferences(): ReadonlyMap<string, string> {
  return new Map(all().filter(([key]) => !key.startsWith(KUBECTL)));
}

/** Of the kubectl suite, by the scenario's id. */
export function knownKubectlDifferences(): ReadonlyMap<string, string> {
  return new Map(
    all()
      .filter(([key]) => key.startsWith(KUBECTL))
      .map(([key, reason]) => [key.slice(KUBECTL.length), reason]),
  );
}

function all(): [key: string, reason: string][] {
  return Object.entries(JSON.parse(readFileSync(FILE, 'utf8')) as Record<string, string>);
}
