import type { CaseContext } from '../case-context.ts';
import type { CaseDefinition } from '../contract-case.ts';

/** Merge patches on an object, each named by what it shows. */
type Changes = Readonly<Record<string, object>>;

/** What the suite asks about one kind, as data. In every text `{namespace}` stands for the case's namespace. */
export interface KindRow {
  readonly kind: string;
  /** Where one kind has several rows. */
  readonly topic?: string;
  /** The path of the list. Without `{namespace}` in it the kind is cluster-scoped. */
  readonly collection: string;
  /** As little as the server accepts. */
  readonly minimal: object;
  /** More that it accepts: changes to the minimal object. */
  readonly accepted?: Changes;
  /** What it refuses to create: changes to the minimal object. */
  readonly refused?: Changes;
  /** Merge patches sent one after another to the minimal object, some of them refused. */
  readonly updates?: Changes;
  /** Strategic merge patches sent one after another to the minimal object, some of them refused. */
  readonly patches?: Changes;
}

/** Up to four cases: defaults, refused creates, updates, strategic merge. */
export function kindCases(row: KindRow): CaseDefinition[] {
  const { kind, topic, refused, updates, patches } = row;
  const id = [kind, topic ?? []]
    .flat()
    .join('-')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-');
  const what = `${/^[AEIO]/.test(kind) ? 'an' : 'a'} ${kind}`;
  const cases: CaseDefinition[] = [];
  if (topic === undefined || row.accepted)
    cases.push({ id: `${id}-defaults`, name: defaultsName(what, row), run: (c) => createAll(c, row) });
  if (refused)
    cases.push({
      id: `${id}-refused`,
      name: `${what} is refused with its causes for: ${sentences(refused)}`,
      run: (c) => refuseAll(c, row, refused),
    });
  if (updates)
    cases.push({
      id: `${id}-updates`,
      name: `of ${what}: ${sentences(updates)}`,
      run: (c) => patchAll(c, row, { type: 'application/merge-patch+json', changes: updates }),
    });
  if (patches)
    cases.push({
      id: `${id}-strategic`,
      name: `a strategic merge patch of ${what}: ${sentences(patches)}`,
      run: (c) => patchAll(c, row, { type: 'application/strategic-merge-patch+json', changes: patches }),
    });
  return cases;
}

function defaultsName(what: string, { accepted = {} }: KindRow): string {
  const more = Object.keys(accepted).length === 0 ? '' : `, and so does one ${sentences(accepted)}`;
  return `${what} with only what it needs gets its defaults${more}`;
}

/** The exchanges of a case come in this order. */
function sentences(changes: Changes): string {
  return Object.keys(changes).join('; ');
}

async function createAll(c: CaseContext, row: KindRow): Promise<void> {
  const path = inCase(c, row.collection);
  const created = await c.request({ method: 'POST', path, body: bodyOf(c, row) });
  await c.request({ path: `${path}/${nameIn(created.body)}` });
  for (const [index, [note, change]] of Object.entries(row.accepted ?? {}).entries())
    await c.request({ note, method: 'POST', path, body: bodyOf(c, row, change, `more-${index + 1}`) });
}

async function refuseAll(c: CaseContext, row: KindRow, refused: Changes): Promise<void> {
  const path = inCase(c, row.collection);
  for (const [note, change] of Object.entries(refused))
    await c.request({ note, method: 'POST', path, body: bodyOf(c, row, change) });
}

async function patchAll(
  c: CaseContext,
  row: KindRow,
  { type, changes }: { type: string; changes: Changes },
): Promise<void> {
  const collection = inCase(c, row.collection);
  const created = await c.setup({ method: 'POST', path: collection, body: bodyOf(c, row) });
  const path = `${collection}/${nameIn(created)}`;
  for (const [note, change] of Object.entries(changes))
    await c.request({
      note,
      method: 'PATCH',
      path,
      headers: { 'content-type': type },
      body: inCase(c, change),
    });
}

function bodyOf(c: CaseContext, row: KindRow, change: object = {}, name = 'one'): object {
  const isNamespaced = row.collection.includes('{namespace}');
  const named = merge(row.minimal, { metadata: { name: isNamespaced ? name : c.clusterName(name) } });
  return inCase(c, merge(named, change) as object);
}

function nameIn(body: unknown): string {
  return (body as { metadata: { name: string } }).metadata.name;
}

function inCase<T>(c: CaseContext, value: T): T {
  return JSON.parse(JSON.stringify(value).replaceAll('{namespace}', c.namespace)) as T;
}

/** A merge patch applied here: the suite asks nothing of the code that it will judge. */
function merge(target: unknown, change: unknown): unknown {
  if (!isPlain(change)) return change;
  const result: Record<string, unknown> = isPlain(target) ? { ...target } : {};
  for (const [key, value] of Object.entries(change)) {
    if (value === null) delete result[key];
    else result[key] = merge(result[key], value);
  }
  return result;
}

function isPlain(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
