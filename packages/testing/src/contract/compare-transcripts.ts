import { isJsonObject, type Json, type Transcript } from './transcript.ts';

/** One place where an answer is not the recorded one. */
export interface Difference {
  /** `row/id` of the case. */
  readonly caseKey: string;
  /** Counted from 1; 0 for the case as a whole. */
  readonly exchange: number;
  /** `GET /api/v1/…`, after its note if it has one; empty for the case as a whole. */
  readonly request: string;
  readonly path: string;
  readonly expected: Json | undefined;
  readonly got: Json | undefined;
}

/** Longer differences say nothing that these do not. */
const LONGEST_VALUE = 300;

export function compareTranscripts(caseKey: string, expected: Transcript, got: Transcript): Difference[] {
  const differences: Difference[] = [];
  const whole = { caseKey, exchange: 0, request: '' };
  if (expected.name !== got.name)
    differences.push({ ...whole, path: 'name', expected: expected.name, got: got.name });
  if (expected.exchanges.length !== got.exchanges.length) {
    const [was, is] = [expected.exchanges.length, got.exchanges.length];
    differences.push({ ...whole, path: 'exchanges.length', expected: was, got: is });
  }
  expected.exchanges.forEach((exchange, i) => {
    const other = got.exchanges[i];
    if (other === undefined) return;
    const { note, method, path } = exchange.request;
    const request = `${note === undefined ? '' : `${note}: `}${method} ${path}`;
    const where = { caseKey, exchange: i + 1, request };
    compareValues(exchange as unknown as Json, other as unknown as Json, '', (path, was, is) =>
      differences.push({ ...where, path, expected: was, got: is }),
    );
  });
  return differences;
}

export function formatDifference(difference: Difference): string {
  const { caseKey, exchange, request, path, expected, got } = difference;
  const where = exchange === 0 ? '' : ` exchange ${exchange} (${request})`;
  return `${caseKey}${where} ${path}:\n    expected ${show(expected)}\n    got      ${show(got)}`;
}

type Report = (path: string, expected: Json | undefined, got: Json | undefined) => void;

function compareValues(
  expected: Json | undefined,
  got: Json | undefined,
  path: string,
  report: Report,
): void {
  if (Array.isArray(expected) && Array.isArray(got)) {
    const [was, is] = [expected as Json[], got as Json[]];
    for (let i = 0; i < Math.max(was.length, is.length); i += 1)
      compareValues(was[i], is[i], `${path}[${i}]`, report);
  } else if (isJsonObject(expected) && isJsonObject(got)) {
    for (const key of new Set([...Object.keys(expected), ...Object.keys(got)]))
      compareValues(own(expected, key), own(got, key), path === '' ? key : `${path}.${key}`, report);
  } else if (expected !== got) report(path, expected, got);
}

/** `__proto__` may be a key like any other. */
function own(object: { readonly [key: string]: Json }, key: string): Json | undefined {
  return Object.hasOwn(object, key) ? object[key] : undefined;
}

function show(value: Json | undefined): string {
  if (value === undefined) return '(nothing)';
  const text = JSON.stringify(value);
  return text.length > LONGEST_VALUE ? `${text.slice(0, LONGEST_VALUE)}…` : text;
}
