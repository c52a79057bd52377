import type { KubeObject } from '@banyan/api';
import { CREATED_NAMESPACE_ANNOTATION, OWNED_LABEL } from '@banyan/api/banyan';
import {
  BASES,
  DESCRIPTIONS,
  FEED_INVENTORIES,
  GLOBALIZATIONS,
  LOCALIZATIONS,
  MANIFESTS,
  SUBSCRIPTIONS,
  type Description,
  type Subscription,
} from '@banyan/api/clusternet';
import type { KubeClient } from '@banyan/kube';
import { plainKey, plainObject } from './plain-object.ts';
import { isTemplateName, RESOURCES } from './wished-template.ts';
import { membersOf, wishedIn, type Wishes } from './wishes.ts';

/** What a member holds that should not be there, lacks, or holds in another state; a line each. */
export async function differencesInMember(
  memberClient: KubeClient,
  member: string,
  wishes: Wishes,
): Promise<string[]> {
  const wished = new Map(wishedIn(wishes, member).map((object) => [plainKey(object), textOf(object)]));
  const found = new Map((await ownObjects(memberClient)).map((object) => [plainKey(object), textOf(object)]));
  return [...new Set([...wished.keys(), ...found.keys()])].flatMap((key) => {
    const [is, should] = [found.get(key), wished.get(key)];
    return is === should ? [] : [`${member}: ${key}: is ${is ?? 'missing'}, should be ${should ?? 'gone'}`];
  });
}

/** What carries our mark, and what has a template's name, with it or without. */
async function ownObjects(memberClient: KubeClient): Promise<KubeObject[]> {
  const lists = await Promise.all(
    Object.entries(RESOURCES).map(async ([kind, resource]) => {
      const { items } = await memberClient.list(resource);
      return items.map((item) => ({ ...item, kind }));
    }),
  );
  return lists.flat().filter(isOwn);
}

/** A Namespace that was made for what went into it stays. */
function isOwn({ metadata: { name, labels = {}, annotations = {} } }: KubeObject): boolean {
  const isMarked =
    labels[OWNED_LABEL] !== undefined && annotations[CREATED_NAMESPACE_ANNOTATION] === undefined;
  return isTemplateName(name) || isMarked;
}

/** What of the hub's own objects does not fit the wishes. */
export async function differencesInHub(hubClient: KubeClient, wishes: Wishes): Promise<string[]> {
  const works = [...wishes.subscriptions].flatMap(([name, subscription]) =>
    membersOf(wishes, subscription).map((member) => `clusternet-${member}/${name}`),
  );
  const { items: bases } = await hubClient.list(BASES);
  const { items: descriptions } = await hubClient.list<Description>(DESCRIPTIONS);
  const { items: subscriptions } = await hubClient.list<Subscription>(SUBSCRIPTIONS);
  return [
    ...unlike('Bases', bases.map(nameOf), works),
    ...unlike(
      'Descriptions',
      descriptions.map(nameOf),
      works.map((work) => `${work}-generic`),
    ),
    ...descriptions.filter(({ status }) => status?.phase !== 'Success').map(failureOf),
    ...unlike(
      'Subscriptions',
      subscriptions.map(({ metadata }) => metadata.name ?? ''),
      [...wishes.subscriptions.keys()],
    ),
    ...subscriptions.flatMap((subscription) => wrongBinding(subscription, wishes)),
    ...unlike('Manifests', await countOf(hubClient, MANIFESTS), [String(wishes.templates.size)]),
    ...(wishes.subscriptions.size === 0 ? await leftovers(hubClient) : []),
  ];
}

function wrongBinding({ metadata: { name = '' }, status }: Subscription, wishes: Wishes): string[] {
  const wished = wishes.subscriptions.get(name);
  const members = wished === undefined ? [] : membersOf(wishes, wished);
  const should = members.map((member) => `clusternet-${member}/${member}`);
  return unlike(`members of ${name}`, status?.bindingClusters ?? [], should);
}

/** When nothing is wished any more. */
async function leftovers(hubClient: KubeClient): Promise<string[]> {
  const kinds = [LOCALIZATIONS, GLOBALIZATIONS, FEED_INVENTORIES];
  const lists = await Promise.all(kinds.map((kind) => hubClient.list(kind)));
  return lists.flatMap(({ items }, i) =>
    items.map((item) => `hub: ${kinds[i]?.resource ?? ''} ${nameOf(item)} is left`),
  );
}

async function countOf(hubClient: KubeClient, resource: typeof MANIFESTS): Promise<string[]> {
  return [String((await hubClient.list(resource, { metadataOnly: true })).items.length)];
}

function failureOf({ metadata, status }: Description): string {
  const { name = '', namespace = '' } = metadata;
  return `hub: Description ${namespace}/${name}: ${status?.phase ?? 'no phase'} ${status?.reason ?? ''}`;
}

function unlike(what: string, is: readonly string[], should: readonly string[]): string[] {
  const [found, wished] = [is.toSorted().join(' '), should.toSorted().join(' ')];
  return found === wished ? [] : [`hub: ${what}: ${found || 'none'}, should be ${wished || 'none'}`];
}

function nameOf({ metadata: { namespace = '', name = '' } }: KubeObject): string {
  return `${namespace}/${name}`;
}

function textOf(object: KubeObject): string {
  return JSON.stringify(plainObject(object));
}
