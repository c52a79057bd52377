import { isNode, type CelNode } from './cel-node.ts';

/** Where messages point for a node: at its operator, its dot or its bracket. */
export function nodeOffset(node: CelNode): number {
  const text = node.input;
  const after = (symbol: string, from: number): number => Math.max(text.indexOf(symbol, from), node.start);
  switch (node.op) {
    case '.':
    case '.?':
      return text.lastIndexOf('.', node.pos);
    case 'call':
      return after('(', node.start);
    case 'rcall': {
      const [, receiver] = node.args as [string, CelNode];
      return after('(', receiver.end);
    }
    case '[]':
    case '[?]':
      return after('[', firstEnd(node));
    case '?:':
      return after('?', firstEnd(node));
    case 'id':
    case 'value':
    case 'list':
    case 'map':
    case '!_':
    case '-_':
      return node.start;
    default:
      return after(node.op, firstEnd(node));
  }
}

function firstEnd({ args, start }: CelNode): number {
  const [first] = Array.isArray(args) ? (args as unknown[]) : [];
  return isNode(first) ? first.end : start;
}
