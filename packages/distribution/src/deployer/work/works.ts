import type { Description } from '@banyan/api/clusternet';
import { ownerOfClaims, type ObjectClaim } from '@banyan/engine';
import { workIndexOf, type WorkIndex } from './work-index.ts';

/** A Description that has an object in it. */
interface Claim extends ObjectClaim {
  /** Its key in the queue. */
  readonly description: string;
}

interface KnownWork {
  readonly uid: string | undefined;
  readonly generation: number | undefined;
  readonly isEnding: boolean;
  readonly index: WorkIndex;
}

/** The Descriptions of all members as far as deciding needs it: which objects each has, and who else claims them. */
export class Works {
  readonly #works = new Map<string, KnownWork>();
  /** By member and object. */
  readonly #claims = new Map<string, Claim[]>();

  /** Takes note of a Description. The answer: other Descriptions that claim an object which it no longer claims. */
  put(key: string, description: Description): ReadonlySet<string> {
    const { uid, generation, deletionTimestamp } = description.metadata;
    const isEnding = deletionTimestamp !== undefined;
    const known = this.#works.get(key);
    const isSame = known?.uid === uid && known?.generation === generation && known?.isEnding === isEnding;
    if (known !== undefined && isSame) return new Set();
    const index =
      known !== undefined && known.uid === uid && known.generation === generation
        ? known.index
        : workIndexOf(description);
    const freed = this.delete(key);
    this.#works.set(key, { uid, generation, isEnding, index });
    if (!isEnding) this.#claim(key, description, index);
    return freed;
  }

  delete(key: string): ReadonlySet<string> {
    const known = this.#works.get(key);
    const touched = new Set<string>();
    this.#works.delete(key);
    for (const item of known?.index.items ?? []) {
      const place = placeOf(key, item.key);
      const others = (this.#claims.get(place) ?? []).filter(({ description }) => description !== key);
      for (const { description } of others) touched.add(description);
      if (others.length === 0) this.#claims.delete(place);
      else this.#claims.set(place, others);
    }
    return touched;
  }

  index(key: string): WorkIndex | undefined {
    return this.#works.get(key)?.index;
  }

  /** The Descriptions of a member that claim an object. */
  claimants(member: string, object: string): readonly string[] {
    return (this.#claims.get(`${member}|${object}`) ?? []).map(({ description }) => description);
  }

  /** Whether a Description other than this one claims the object. */
  isClaimedElsewhere(key: string, object: string): boolean {
    const claims = this.#claims.get(placeOf(key, object)) ?? [];
    return claims.some(({ description }) => description !== key);
  }

  /** The work that has an object, if it is another than that of this Description. `current`: whose mark it carries. */
  otherOwner(key: string, object: string, current: string | undefined): string | undefined {
    const [first, ...others] = this.#claims.get(placeOf(key, object)) ?? [];
    if (first === undefined || others.length === 0) return undefined;
    const owner = ownerOfClaims([first, ...others], current).work;
    return owner === this.index(key)?.work ? undefined : owner;
  }

  #claim(key: string, { metadata }: Description, { work, items }: WorkIndex): void {
    const claim = { work, createdAt: metadata.creationTimestamp ?? '', description: key };
    for (const item of items) {
      const place = placeOf(key, item.key);
      this.#claims.set(place, [...(this.#claims.get(place) ?? []), claim]);
    }
  }
}

/** Objects of two members never meet. */
function placeOf(key: string, object: string): string {
  return `${key.slice(0, key.indexOf('|'))}|${object}`;
}
