import { quoted } from '../../kinds/fields/go-text.ts';

/** As the real server: a body may be wrong in more places than anyone wants to read. */
const MAX_FINDINGS = 100;

/** Collects unknown and duplicate fields with their paths, each once, in the order of the text. */
export class StrictFindings {
  readonly #texts = new Set<string>();
  readonly #path: string[] = [];

  get texts(): readonly string[] {
    return [...this.#texts];
  }

  /** What is found until `leave` is below this member, or item. */
  enterMember(key: string): void {
    this.#path.push(this.#path.length === 0 ? key : `.${key}`);
  }

  enterItem(index: number): void {
    this.#path.push(`[${index}]`);
  }

  leave(): void {
    this.#path.pop();
  }

  unknown(key: string): void {
    this.#add('unknown field', key);
  }

  duplicate(key: string): void {
    this.#add('duplicate field', key);
  }

  #add(what: string, key: string): void {
    if (this.#texts.size >= MAX_FINDINGS) return;
    const path = this.#path.length === 0 ? key : `${this.#path.join('')}.${key}`;
    this.#texts.add(`${what} ${quoted(path)}`);
  }
}
