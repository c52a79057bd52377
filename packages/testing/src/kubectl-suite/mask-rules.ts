import type { Masked, MaskedText } from './masked-text.ts';

/** What a pattern matches is masked; what it only looks at (lookbehind) stays. */
interface MaskRule {
  readonly kind: string;
  readonly pattern: RegExp;
}

/** Kubernetes makes random names and hashes of these letters only, so that no word comes out. */
const SAFE = '[bcdfghjklmnpqrstvwxz2456789]';

/** In this order: the first rule that matches a piece of text has it. */
const RULES: readonly MaskRule[] = [
  { kind: 'certificate', pattern: /-----BEGIN CERTIFICATE-----[\s\S]*?-----END CERTIFICATE-----/g },
  { kind: 'token', pattern: /\beyJ[\w-]+\.[\w-]+\.[\w-]+/g },
  { kind: 'time', pattern: /\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)/g },
  { kind: 'time', pattern: /\b\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(?:\.\d+)? [+-]\d{4}/g },
  { kind: 'time', pattern: /\b[A-Z][a-z]{2}, \d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d [+-]\d{4}/g },
  // The date, time and thread id that a Go program's log line begins with.
  { kind: 'log-time', pattern: /(?<=^[EWIF])\d{4} \d\d:\d\d:\d\d\.\d+ +\d+/gm },
  // Facts of the machine that the nodes are played on.
  { kind: 'holder', pattern: /(?<=\bHolderIdentity: +)\S+/g },
  { kind: 'architecture', pattern: /(?<=\bArchitecture: +)\S+/g },
  // Who plays the containers may give them no ids.
  { kind: 'container-id', pattern: /(?<=\b(?:Container|Image) ID: +)\S*$/gm },
  { kind: 'uid', pattern: /\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/g },
  { kind: 'fingerprint', pattern: /(?<=\bX509SHA256=)[0-9a-f]{64}\b/g },
  // A store's key begins with the prefix that the server keeps its objects under.
  { kind: 'store', pattern: /(?<=\bKey: \/)[\w-]+/g },
  { kind: 'version', pattern: /(?<=\bresourceVersion"?: ?"?)\d+/g },
  { kind: 'version', pattern: /(?<=\bResource Version: +)\d+/g },
  { kind: 'temporary', pattern: /(?<=\/(?:LIVE|MERGED|kubectl-edit)-)\d+/g },
  { kind: 'hash', pattern: new RegExp(`(?<=-hash["=: ]{1,4})${SAFE}{8,10}\\b`, 'g') },
  { kind: 'hash', pattern: new RegExp(`(?<=[a-z0-9]-)${SAFE}{8,10}\\b(?!\\.)`, 'g') },
  { kind: 'random', pattern: new RegExp(`(?<=[a-z0-9>]-|^-)${SAFE}{5}\\b`, 'g') },
  { kind: 'event', pattern: /(?<=[a-z0-9]\.)[0-9a-f]{16}\b/g },
  { kind: 'cluster-ip', pattern: /\b10\.96\.\d+\.\d+\b/g },
  { kind: 'pod-ip', pattern: /\b10\.\d+\.\d+\.\d+\b/g },
  { kind: 'port', pattern: /(?<=\b127\.0\.0\.1:|\[::1\]:|Handling connection for )\d+/g },
  { kind: 'node-port', pattern: /(?<=[:,]|nodePort: |NodePort: .* )3[0-2]\d{3}\b(?=\/|$)/gm },
  { kind: 'age', pattern: /(?<=^Duration: +)[\dsmh]+$/gm },
  { kind: 'age', pattern: /\b(?:\d+(?:\.\d+)?(?:ms|s|m|h|d))+(?= ago\b)/g },
  { kind: 'age', pattern: /(?<=\(x\d+ over )[\dsmhd]+/g },
];

/** What this run alone knows to be its own: text → kind. */
export type OwnWords = ReadonlyMap<string, string>;

export function maskText(text: string, ownWords: OwnWords = new Map()): MaskedText {
  let pieces: MaskedText = [text];
  for (const [word, kind] of ownWords)
    pieces = pieces.flatMap((piece) => maskPiece(piece, kind, literally(word)));
  for (const { kind, pattern } of RULES) pieces = pieces.flatMap((piece) => maskPiece(piece, kind, pattern));
  return pieces;
}

function maskPiece(piece: string | Masked, kind: string, pattern: RegExp): (string | Masked)[] {
  if (typeof piece !== 'string') return [piece];
  const pieces: (string | Masked)[] = [];
  let end = 0;
  for (const match of piece.matchAll(pattern)) {
    pieces.push(piece.slice(end, match.index), { kind, value: match[0] });
    end = match.index + match[0].length;
  }
  pieces.push(piece.slice(end));
  return pieces.filter((part) => part !== '');
}

function literally(word: string): RegExp {
  return new RegExp(word.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`), 'g');
}
