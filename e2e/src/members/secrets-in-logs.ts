import assert from 'node:assert/strict';
import type { KubeObject } from '@banyan/api';
import type { MemberFleet } from './member-fleet.ts';

const SECRETS = { group: '', version: 'v1', resource: 'secrets' };
/** Parts of credentials: keys and tokens are long and have no spaces. */
const LONG_WORD = /[\w+/=.-]{32,}/g;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
/** Sixteen letters: short for a secret, and one all the same. */
const SHORT_SECRETS = ['token-secret', 'regToken'];

interface Secret extends KubeObject {
  data?: Record<string, string>;
}

/** Nothing that is in any Secret of hub and members now is in what any process said since it began. */
export async function findNoSecrets(fleet: MemberFleet): Promise<void> {
  const { hub, members } = fleet.target;
  const clients = await Promise.all([hub, ...members].map((cluster) => fleet.clientOf(cluster)));
  const lists = await Promise.all(clients.map((client) => client.list<Secret>(SECRETS)));
  const words = new Map(lists.flatMap(({ items }) => items.flatMap(wordsOf)));
  const logs = await fleet.logs();
  assert.ok(words.size > 20 && [...logs.values()].join('').length > 10_000, 'there is nothing to look at');
  const found = [...logs].flatMap(([process, log]) =>
    [...words].flatMap(([word, where]) => (log.includes(word) ? [`${process} tells ${where}`] : [])),
  );
  assert.deepEqual(found, []);
}

/** Each with where it stands: as it is, and as the API shows it. */
function wordsOf({ metadata, data = {} }: Secret): [string, string][] {
  return Object.entries(data).flatMap(([key, base64]) => {
    const text = Buffer.from(base64, 'base64').toString();
    const where = `${metadata.namespace}/${metadata.name}: ${key}`;
    const words = (text.match(LONG_WORD) ?? []).filter((word) => !UUID.test(word));
    const all = SHORT_SECRETS.includes(key) ? [text, ...words] : words;
    return [...all, ...(all.length === 0 ? [] : [base64])].map((word): [string, string] => [word, where]);
  });
}
