/** Text in which what differs from run to run is known by its kind. Two equal values of one kind are the same thing. */
export type MaskedText = readonly (string | Masked)[];

export interface Masked {
  readonly kind: string;
  readonly value: string;
}

/** Kinds whose values tell things apart; the others are all alike to a reader. */
const NUMBERED_KINDS = new Set(['uid', 'hash', 'random', 'event']);

/** Numbers the values of each kind in the order in which they are first shown. One a scenario. */
export class MaskNumbers {
  readonly #seen = new Map<string, string[]>();

  show(text: MaskedText): string {
    return text.map((piece) => (typeof piece === 'string' ? piece : this.#word(piece))).join('');
  }

  #word({ kind, value }: Masked): string {
    if (!NUMBERED_KINDS.has(kind)) return `<${kind}>`;
    const values = this.#seen.get(kind) ?? [];
    this.#seen.set(kind, values);
    if (!values.includes(value)) values.push(value);
    return `<${kind}-${values.indexOf(value) + 1}>`;
  }
}

/** The text with every mask alike: by this unordered lines are sorted, since numbers come after the order. */
export function sortKey(text: MaskedText): string {
  return text.map((piece) => (typeof piece === 'string' ? piece : `<${piece.kind}>`)).join('');
}
