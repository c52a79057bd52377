/** What replicas say to each other beside CONNECT: which members they hold, as lines of JSON that go on for ever. */
export const MEMBERS_PATH = '/members';
/** On a CONNECT: whose network is meant. Percent-encoded. */
export const MEMBER_HEADER = 'banyan-member';
/** On the upgrade: who connects. */
export const PEER_ID_HEADER = 'banyan-peer-id';

export interface MembersLine {
  readonly add?: readonly string[];
  readonly remove?: readonly string[];
  /** All that there were at the beginning have been told. */
  readonly isWhole?: boolean;
}

export const WHOLE_LINE = `${JSON.stringify({ isWhole: true })}\n`;

/** So many ids a line: a line is then some 40 KB. */
const IDS_PER_LINE = 1_000;
/** Far above what a line of ours has. */
const MAX_LINE_CHARACTERS = 1024 * 1024;

export function* membersLines(kind: 'add' | 'remove', ids: Iterable<string>): Iterable<string> {
  const all = [...ids];
  for (let at = 0; at < all.length; at += IDS_PER_LINE) {
    yield `${JSON.stringify({ [kind]: all.slice(at, at + IDS_PER_LINE) })}\n`;
  }
}

/** Puts lines together from pieces of text. Throws for a line that is too long or not of ours. */
export class MembersReader {
  #rest = '';

  *read(text: string): Iterable<MembersLine> {
    const lines = (this.#rest + text).split('\n');
    this.#rest = lines.pop() ?? '';
    if (this.#rest.length > MAX_LINE_CHARACTERS) throw new RangeError('a line of the peer is too long');
    for (const line of lines) yield parseLine(line);
  }
}

function parseLine(line: string): MembersLine {
  const value: unknown = JSON.parse(line);
  if (typeof value !== 'object' || value === null) throw new TypeError('a line of the peer is no object');
  const { add = [], remove = [], isWhole } = value as Record<string, unknown>;
  if (!areStrings(add) || !areStrings(remove)) throw new TypeError('a line of the peer has no lists of ids');
  return { add, remove, isWhole: isWhole === true };
}

function areStrings(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string');
}
