import { badRequest, type ApiError } from '../../errors/api-error.ts';
import { invalidValue } from '../../kinds/fields/field-error.ts';
import { labelValue, qualifiedName } from '../../kinds/fields/name-format.ts';
import { selectorTokens, type Token } from './selector-token.ts';

type Labels = Readonly<Record<string, string>>;
export type LabelMatcher = (labels: Labels | undefined) => boolean;

type Operator = '=' | '==' | '!=' | 'in' | 'notin' | '>' | '<' | 'exists' | '!';

interface Requirement {
  readonly key: string;
  readonly operator: Operator;
  readonly values: readonly string[];
}

/** Undefined: everything fits. Throws 400 with the words of the real server's parser. */
export function parseLabelSelector(text: string): LabelMatcher | undefined {
  const requirements = new LabelSelectorParser(text).parse();
  if (requirements.length === 0) return undefined;
  return (labels = {}) => requirements.every((requirement) => fits(requirement, labels));
}

class LabelSelectorParser {
  readonly #tokens: Token[];
  #place = 0;

  constructor(text: string) {
    this.#tokens = selectorTokens(text);
  }

  parse(): Requirement[] {
    const requirements: Requirement[] = [];
    for (;;) {
      const next = this.#peek();
      if (next.type === 'end') return requirements;
      if (!startsRequirement(next)) throw expected(next, "!, identifier, or 'end of string'");
      requirements.push(this.#requirement());
      const after = this.#take();
      if (after.type === 'end') return requirements;
      if (after.text !== ',') throw expected(after, "',' or 'end of string'");
      if (!startsRequirement(this.#peek())) throw expected(this.#peek(), "identifier after ','");
    }
  }

  #requirement(): Requirement {
    try {
      const isNegated = this.#peek().text === '!';
      if (isNegated) this.#take();
      const key = this.#key();
      const { type, text } = this.#peek();
      if (isNegated && (type === 'end' || text === ',')) return { key, operator: '!', values: [] };
      if (type === 'end' || text === ',') return { key, operator: 'exists', values: [] };
      return checked(this.#comparison(key));
    } catch (error) {
      throw badRequest(`unable to parse requirement: ${(error as Error).message}`);
    }
  }

  #key(): string {
    const token = this.#take();
    if (!isWord(token)) throw expected(token, 'identifier');
    const reasons = qualifiedName(token.text);
    if (reasons.length > 0) throw badRequest(`<nil>: ${invalidMessage(token.text, reasons)}`);
    return token.text;
  }

  #comparison(key: string): Requirement {
    const token = this.#take();
    switch (token.text) {
      case 'in':
      case 'notin':
        return { key, operator: token.text, values: this.#set() };
      case '=':
      case '==':
      case '!=':
      case '>':
      case '<':
        return { key, operator: token.text, values: [this.#value()] };
      default:
        throw expected(token, 'in, notin, =, ==, !=, gt, lt');
    }
  }

  #value(): string {
    const next = this.#peek();
    if (next.type === 'end' || next.text === ',') return '';
    const token = this.#take();
    if (!isWord(token)) throw expected(token, 'identifier');
    return token.text;
  }

  #set(): string[] {
    const open = this.#take();
    if (open.text !== '(') throw badRequest(`found '${open.text}' expected: '('`);
    const first = this.#peek();
    if (!isWord(first) && first.text !== ',' && first.text !== ')') {
      throw expected(first, "',', ')' or identifier");
    }
    const values = new Set<string>();
    for (;;) {
      if (isWord(this.#peek())) values.add(this.#take().text);
      else values.add('');
      const token = this.#take();
      if (token.text === ')') return [...values].toSorted();
      if (token.text !== ',') throw expected(token, "',' or ')'");
    }
  }

  #peek(): Token {
    return this.#tokens[this.#place] ?? { type: 'end', text: '' };
  }

  #take(): Token {
    const token = this.#peek();
    this.#place += 1;
    return token;
  }
}

function startsRequirement(token: Token): boolean {
  return isWord(token) || token.text === '!';
}

/** `in` may be a key or a value where no operator can stand. */
function isWord({ type }: Token): boolean {
  return type === 'identifier' || type === 'keyword';
}

function expected(found: Token, what: string): ApiError {
  return badRequest(`found '${found.text}', expected: ${what}`);
}

function checked(requirement: Requirement): Requirement {
  const { key, operator, values } = requirement;
  const problems = values.flatMap((value, i) => {
    const isOrder = operator === '>' || operator === '<';
    const notInteger = "for 'Gt', 'Lt' operators, the value must be an integer";
    const reasons = labelValue(value);
    return [
      ...(isOrder && !/^[+-]?\d+$/.test(value)
        ? [`values[${i}]: ${invalidMessage(value, [notInteger])}`]
        : []),
      ...(reasons.length > 0 ? [`values[${i}][${key}]: ${invalidMessage(value, reasons)}`] : []),
    ];
  });
  if (problems.length > 0)
    throw badRequest(problems.length === 1 ? String(problems[0]) : `[${problems.join(', ')}]`);
  return requirement;
}

function invalidMessage(value: string, reasons: readonly string[]): string {
  return String(invalidValue('', value, reasons.join('; ')).message);
}

function fits({ key, operator, values }: Requirement, labels: Labels): boolean {
  const value = Object.hasOwn(labels, key) ? labels[key] : undefined;
  switch (operator) {
    case 'exists':
      return value !== undefined;
    case '!':
      return value === undefined;
    case '!=':
    case 'notin':
      return value === undefined || !values.includes(value);
    case '=':
    case '==':
    case 'in':
      return value !== undefined && values.includes(value);
    case '>':
    case '<':
      return value !== undefined && isOrdered(value, operator, values[0] ?? '');
  }
}

function isOrdered(value: string, operator: '>' | '<', bound: string): boolean {
  if (!/^[+-]?\d+$/.test(value)) return false;
  return operator === '>' ? BigInt(value) > BigInt(bound) : BigInt(value) < BigInt(bound);
}
