import type { Cluster } from '@banyan/testing';
import { jsonPatchCases } from './json-patch-cases.ts';
import { mergePatchCases } from './merge-patch-cases.ts';
import { DONOR, FREE_COLLECTION, FREE_KIND, ORIGINALS, type Original } from './originals.ts';
import {
  PATCH_TYPES,
  type PatchAnswer,
  type PatchCase,
  type PatchMaterial,
  type PatchType,
} from './patch-case.ts';
import { Random } from './random.ts';
import { schemasOfOriginals } from './schemas-of-originals.ts';
import { strategicMergeCases } from './strategic-merge-cases.ts';
import { withoutServerFields } from './without-server-fields.ts';

/** Any number will do, as long as it stays. */
const SEED = 20_261_115;

const CONTENT_TYPES: Readonly<Record<PatchType, string>> = {
  'json-patch': 'application/json-patch+json',
  'merge-patch': 'application/merge-patch+json',
  'strategic-merge': 'application/strategic-merge-patch+json',
};

interface RecordedAnswer extends PatchCase {
  readonly answer: PatchAnswer;
}

/** To be called once a cluster. */
export async function createMaterial(cluster: Cluster): Promise<PatchMaterial> {
  return {
    originals: await createOriginals(cluster),
    donor: withoutServerFields(await create(cluster, DONOR)),
  };
}

/** The files under packages/patch/generated with their contents: patches, and a real API server's answers. */
export async function patchFixtures(cluster: Cluster, material: PatchMaterial): Promise<Map<string, string>> {
  const files = new Map<string, string>();
  for (const type of PATCH_TYPES) {
    const answers = await recordPatches(cluster, material, { type, seed: SEED });
    files.set(`${type}.json`, fixtureText(material, answers));
  }
  files.set('strategic-merge-schemas.json', await schemasOfOriginals(material.originals));
  return files;
}

/** Tries the patches of one type that come out of the seed. */
export async function recordPatches(
  cluster: Cluster,
  material: PatchMaterial,
  { type, seed }: { type: PatchType; seed: number },
): Promise<RecordedAnswer[]> {
  const recorded: RecordedAnswer[] = [];
  for (const patchCase of casesOf(type, new Random(seed), material)) {
    const answer = await tryPatch(cluster, type, patchCase);
    if (answer !== undefined) recorded.push({ ...patchCase, answer });
  }
  return recorded;
}

function casesOf(type: PatchType, random: Random, material: PatchMaterial): PatchCase[] {
  if (type === 'json-patch') return jsonPatchCases(random, material.originals);
  return type === 'merge-patch' ? mergePatchCases(random) : strategicMergeCases(random, material);
}

async function createOriginals(cluster: Cluster): Promise<Map<string, unknown>> {
  await cluster.json('POST', '/apis/apiextensions.k8s.io/v1/customresourcedefinitions', FREE_KIND);
  await cluster.until('the free kind is served', async () => {
    const { status } = await cluster.request({ path: FREE_COLLECTION });
    return status === 200;
  });
  const originals = new Map<string, unknown>();
  for (const [name, original] of Object.entries(ORIGINALS)) {
    originals.set(name, withoutServerFields(await create(cluster, original)));
  }
  return originals;
}

function create(cluster: Cluster, { collection, object }: Original): Promise<unknown> {
  return cluster.json('POST', collection, object);
}

/** Undefined if the API server broke off: some bad patches make it panic, and there is no answer to compare. */
export async function tryPatch(
  cluster: Cluster,
  type: PatchType,
  { original, patch }: PatchCase,
): Promise<PatchAnswer | undefined> {
  const target = ORIGINALS[original];
  if (target === undefined) throw new Error(`no original ${original}`);
  const { collection, object, subresource = '' } = target;
  const request = {
    method: 'PATCH',
    path: `${collection}/${object.metadata.name}${subresource}?dryRun=All`,
    headers: { 'content-type': CONTENT_TYPES[type], accept: 'application/json' },
    body: JSON.stringify(patch),
  };
  const response = await cluster.request(request).catch((error: Error) => {
    if (/hang up|ECONNRESET|other side closed|fetch failed/.test(error.message)) return undefined;
    throw error;
  });
  if (response === undefined) return undefined;
  return answerOf(response.status, JSON.parse(response.body.toString()));
}

interface Status {
  readonly reason?: string;
  readonly message: string;
  readonly details?: { readonly causes?: readonly unknown[] };
}

/** Errors of the patch itself have no causes; those of the object that came out have, or are about its name. */
function answerOf(code: number, body: unknown): PatchAnswer {
  if (code === 200) return { outcome: 'patched', result: withoutServerFields(body) };
  const { reason = '', message, details } = body as Status;
  const isOfObject =
    (details?.causes?.length ?? 0) > 0 || /name of the object|must be (of type|specified)/.test(message);
  return isOfObject ? { outcome: 'invalid object' } : { outcome: 'refused', code, reason, message };
}

function fixtureText({ originals }: PatchMaterial, answers: readonly RecordedAnswer[]): string {
  const used = [...new Set(answers.map(({ original }) => original))].toSorted();
  const objects = used.map((name) => `${JSON.stringify(name)}:${JSON.stringify(originals.get(name))}`);
  const lines = answers.map(({ original, patch, answer }) => JSON.stringify({ original, patch, ...answer }));
  return `{\n"originals":{\n${objects.join(',\n')}\n},\n"cases":[\n${lines.join(',\n')}\n]\n}\n`;
}
