import type { CelNode } from './cel-node.ts';
import { times, traversal, type Estimate } from './cost.ts';
import { callEstimate } from './cost-of-calls.ts';
import type { DeclType } from './decl-type.ts';

type Variables = ReadonlyMap<string, Omit<Estimate, 'cost'>>;

const LIST_COST = 10;
const MAP_COST = 30;

/** In units of the real server: a step costs one, ten characters of a text that is gone through too. */
export function costOf(root: CelNode, self: DeclType): number {
  const value = { decl: self, size: self.maxElements };
  return new CostWalk().visit(
    root,
    new Map([
      ['self', value],
      ['oldSelf', value],
    ]),
  ).cost;
}

class CostWalk {
  visit(node: CelNode, variables: Variables): Estimate {
    const { alternate, macro } = node.meta;
    if (macro !== undefined) return this.#macro(node, macro as MacroParts, variables);
    if (alternate !== undefined && node.op === 'rcall') return this.#comprehension(node, variables);
    if (alternate !== undefined) return this.visit(alternate, variables);
    switch (node.op) {
      case 'value':
        return { cost: 0, size: typeof node.args === 'string' ? node.args.length : 1 };
      case 'id':
        return { size: sizeByType(node), ...variables.get(String(node.args)), cost: 1 };
      case '.':
      case '.?':
        return this.#select(node, variables);
      case '[]':
      case '[?]':
        return this.#index(node, variables);
      case 'list':
        return this.#list(node.args as readonly CelNode[], variables);
      case 'map':
        return this.#map(node.args as readonly (readonly CelNode[])[], variables);
      case '?:':
        return this.#ternary(node.args as readonly CelNode[], variables);
      case 'call':
      case 'rcall':
        return this.#call(node, variables);
      case '!_':
      case '-_':
        return { cost: 1 + this.visit(node.args as CelNode, variables).cost, size: 1 };
      default:
        return this.#binary(node, variables);
    }
  }

  #select(node: CelNode, variables: Variables): Estimate {
    const [operand, field] = node.args as [CelNode, string];
    const { cost, decl } = this.visit(operand, variables);
    const kind = operand.checkedType?.kind;
    const inner = memberDecl(decl, field);
    return {
      cost: cost + (kind === 'map' || kind === 'message' ? 1 : 0),
      size: inner?.maxElements ?? sizeByType(node),
      decl: inner,
    };
  }

  #index(node: CelNode, variables: Variables): Estimate {
    const [operand, index] = node.args as [CelNode, CelNode];
    const of = this.visit(operand, variables);
    const inner = of.decl?.kind === 'list' || of.decl?.kind === 'map' ? of.decl.element : undefined;
    const cost = of.cost + this.visit(index, variables).cost + 1;
    return { cost, size: inner?.maxElements ?? of.elementSize ?? sizeByType(node), decl: inner };
  }

  #list(items: readonly CelNode[], variables: Variables): Estimate {
    const parts = items.map((item) => this.visit(item, variables));
    const elementSize = Math.max(0, ...parts.map(({ size }) => size));
    return { cost: LIST_COST + total(parts), size: items.length, elementSize };
  }

  #map(entries: readonly (readonly CelNode[])[], variables: Variables): Estimate {
    const values = entries.map(([key, value]) =>
      [key, value].map((each) => each && this.visit(each, variables)),
    );
    const parts = values.flat().filter((part) => part !== undefined);
    const elementSize = Math.max(0, ...values.map(([, value]) => value?.size ?? 0));
    return { cost: MAP_COST + total(parts), size: entries.length, elementSize };
  }

  #ternary(parts: readonly CelNode[], variables: Variables): Estimate {
    const [condition, yes, no] = parts.map((part) => this.visit(part, variables));
    const branches = [yes, no].filter((part) => part !== undefined);
    return {
      cost: (condition?.cost ?? 0) + Math.max(...branches.map(({ cost }) => cost)),
      size: Math.max(...branches.map(({ size }) => size)),
      elementSize: Math.max(...branches.map(({ elementSize = 0 }) => elementSize)),
    };
  }

  #binary(node: CelNode, variables: Variables): Estimate {
    const [left, right] = node.args as [CelNode, CelNode];
    const [a, b] = [this.visit(left, variables), this.visit(right, variables)];
    const args = a.cost + b.cost;
    const isText = [left, right].every((each) => ['string', 'bytes'].includes(each.checkedType?.name ?? ''));
    switch (node.op) {
      case '&&':
      case '||':
        return { cost: args, size: 1 };
      case '==':
      case '!=':
        return { cost: args + traversal(Math.min(a.size, b.size)), size: 1 };
      case '<':
      case '<=':
      case '>':
      case '>=':
        return { cost: args + (isText ? traversal(Math.min(a.size, b.size)) : 1), size: 1 };
      case 'in':
        return { cost: args + (right.checkedType?.kind === 'list' ? b.size : 1), size: 1 };
      case '+': {
        const size = isText || left.checkedType?.kind === 'list' ? a.size + b.size : 1;
        const elementSize = Math.max(a.elementSize ?? 0, b.elementSize ?? 0);
        return { cost: args + (isText ? traversal(size) : 1), size, elementSize };
      }
      default:
        return { cost: args + 1, size: 1 };
    }
  }

  #call(node: CelNode, variables: Variables): Estimate {
    const isMethod = node.op === 'rcall';
    const [name, ...rest] = node.args as [string, ...unknown[]];
    const receiver = isMethod ? (rest[0] as CelNode) : undefined;
    const target = receiver && this.visit(receiver, variables);
    const args = (rest.at(-1) as readonly CelNode[]).map((arg) => this.visit(arg, variables));
    const outer = total(args) + (target?.cost ?? 0);
    if (name === 'dyn' && args[0]) return { ...args[0], cost: outer + 1 };
    const { cost, size } = callEstimate(name, { target, args, receiverType: receiver?.checkedType });
    return { cost: outer + cost, size: size ?? sizeByType(node) };
  }

  /** Macros over the items of a list or the keys of a map. */
  #comprehension(node: CelNode, variables: Variables): Estimate {
    const [name, receiver, args] = node.args as [string, CelNode, readonly CelNode[]];
    const range = this.visit(receiver, variables);
    const [variable, ...bodies] = args;
    const inner = new Map(variables);
    inner.set(String(variable?.args), itemOf(range, receiver));
    return loop(
      name,
      range,
      bodies.map((body) => this.visit(body, inner)),
    );
  }

  #macro(node: CelNode, parts: MacroParts, variables: Variables): Estimate {
    if (node.op === 'call')
      return { cost: total(nodes(parts.args).map((arg) => this.visit(arg, variables))), size: 1 };
    if (parts.val && parts.exp) {
      const bound = this.visit(parts.val, variables);
      const result = this.visit(parts.exp, new Map(variables).set(parts.var ?? '', bound));
      return { ...result, cost: LIST_COST + bound.cost + result.cost };
    }
    if (!parts.receiver) return { cost: 1, size: sizeByType(node) };
    const range = this.visit(parts.receiver, variables);
    if (parts.arg)
      return { cost: 1 + range.cost + this.visit(parts.arg, variables).cost, size: sizeByType(node) };
    const [name, , args] = node.args as [string, CelNode, readonly CelNode[]];
    const names = args.slice(0, args.length - (parts.bodies?.length ?? 0)).map((arg) => String(arg.args));
    const inner = new Map(variables);
    const [first = '', second] = names;
    inner.set(second ?? first, second === undefined ? itemOf(range, parts.receiver) : valueOf(range));
    if (second !== undefined) inner.set(first, { size: keySize(range) });
    const bodies = (parts.bodies ?? []).map((body) => this.visit(body, inner));
    if (name === 'optMap' || name === 'optFlatMap')
      return { cost: 2 * range.cost + total(bodies) + LIST_COST + 3, size: sizeByType(node) };
    return loop(name, range, bodies);
  }
}

interface MacroParts {
  readonly args?: unknown;
  readonly receiver?: CelNode;
  readonly bodies?: readonly CelNode[];
  readonly arg?: CelNode;
  readonly var?: string;
  readonly val?: CelNode;
  readonly exp?: CelNode;
}

function nodes(args: unknown): readonly CelNode[] {
  return Array.isArray(args) ? (args as readonly CelNode[]) : [];
}

/** What a round of each macro costs besides its own expressions, and what comes before and after all of them. */
const ROUNDS: Readonly<Record<string, { readonly round: number; readonly once: number }>> = {
  all: { round: 3, once: 1 },
  exists: { round: 4, once: 1 },
  exists_one: { round: 2, once: 2 },
  existsOne: { round: 2, once: 2 },
  map: { round: 12, once: 11 },
  filter: { round: 13, once: 11 },
  transformList: { round: 12, once: 11 },
  transformMap: { round: 3, once: 31 },
  transformMapEntry: { round: 3, once: 31 },
};

function loop(name: string, range: Estimate, bodies: readonly Estimate[]): Estimate {
  const { round, once } = ROUNDS[name] ?? { round: 12, once: 11 };
  const cost = range.cost + once + times(range.size, total(bodies) + round);
  const makesList = name === 'map' || name === 'filter' || name.startsWith('transform');
  if (!makesList) return { cost, size: 1 };
  const elementSize = name === 'filter' ? valueOf(range).size : (bodies.at(-1)?.size ?? Infinity);
  return { cost, size: range.size, elementSize };
}

function itemOf(range: Estimate, node: CelNode): Omit<Estimate, 'cost'> {
  return node.checkedType?.kind === 'map' ? { size: keySize(range) } : valueOf(range);
}

function valueOf({ decl, elementSize }: Estimate): Omit<Estimate, 'cost'> {
  const element = decl?.kind === 'list' || decl?.kind === 'map' ? decl.element : undefined;
  return { decl: element, size: element?.maxElements ?? elementSize ?? Infinity };
}

/** Nothing limits the keys of a map but what a request can hold; the real server counts them as nothing. */
function keySize({ decl }: Estimate): number {
  return decl?.kind === 'map' ? 0 : Infinity;
}

function memberDecl(decl: DeclType | undefined, field: string): DeclType | undefined {
  if (decl?.kind === 'object') return decl.fields.get(field)?.type;
  return decl?.kind === 'map' ? decl.element : undefined;
}

const SCALARS = ['bool', 'double', 'int', 'uint', 'google.protobuf.Duration', 'google.protobuf.Timestamp'];

function sizeByType({ checkedType }: CelNode): number {
  const type = checkedType?.kind === 'optional' ? checkedType.valueType : checkedType;
  return SCALARS.includes(type?.name ?? '') ? 1 : Infinity;
}

function total(parts: readonly Estimate[]): number {
  return parts.reduce((sum, { cost }) => sum + cost, 0);
}
