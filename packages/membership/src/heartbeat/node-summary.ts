import type { ManagedClusterStatus } from '@banyan/api/clusternet';
import type { Node } from '@banyan/api/objects';
import { formatQuantity, parseQuantity } from '@banyan/api/quantity';

type NodeStatistics = NonNullable<ManagedClusterStatus['nodeStatistics']>;

/** What a member's status says of its capacity. */
const COUNTED_RESOURCES = ['cpu', 'memory', 'nvidia.com/gpu'];

/** By the Ready condition; a node without one is lost. */
export function countNodes(nodes: readonly Node[]): NodeStatistics {
  const statistics = { readyNodes: 0, notReadyNodes: 0, unknownNodes: 0, lostNodes: 0 };
  for (const node of nodes) statistics[countedAs(node)] += 1;
  return statistics;
}

function countedAs(node: Node): keyof Required<NodeStatistics> {
  switch (node.status?.conditions?.find(({ type }) => type === 'Ready')?.status) {
    case 'True':
      return 'readyNodes';
    case 'False':
      return 'notReadyNodes';
    case 'Unknown':
      return 'unknownNodes';
    default:
      return 'lostNodes';
  }
}

/** Summed over all nodes. A resource that no node has is left out, as is what is no quantity. */
export function sumResources(
  lists: readonly (Readonly<Record<string, string>> | undefined)[],
): Record<string, string> {
  const sums: Record<string, string> = {};
  for (const resource of COUNTED_RESOURCES) {
    const sum = sumQuantities(lists.map((list) => list?.[resource]));
    if (sum !== undefined) sums[resource] = sum;
  }
  return sums;
}

/** Undefined if there is none among them. The first one decides how it is written. */
export function sumQuantities(texts: readonly (string | undefined)[]): string | undefined {
  const quantities = texts.flatMap((text) => parseQuantity(text ?? '') ?? []);
  const [first] = quantities;
  if (first === undefined) return undefined;
  const scale = Math.min(...quantities.map((quantity) => quantity.scale));
  const unscaled = quantities.reduce(
    (sum, quantity) => sum + quantity.unscaled * 10n ** BigInt(quantity.scale - scale),
    0n,
  );
  return formatQuantity({ unscaled, scale, format: first.format });
}
