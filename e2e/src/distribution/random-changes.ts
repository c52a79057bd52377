import type { Choices } from './choices.ts';
import { PARTS, templateOf, type Part } from './wished-template.ts';
import type { Change, MergePatch, WishedSubscription, Wishes } from './wishes.ts';

const MOST_SUBSCRIPTIONS = 4;
const MOST_OVERRIDES = 6;

export interface ChangeSetting {
  readonly choices: Choices;
  /** Of these the ring never changes: so there is always a member for every subscription. */
  readonly anchors: readonly string[];
  /** Never the same number twice. */
  readonly serial: () => number;
}

/** What a person may want next. They belong together, and come in this order. */
export function randomChanges(wishes: Wishes, setting: ChangeSetting): Change[] {
  const { choices } = setting;
  if (wishes.subscriptions.size < 2) return newSubscription(setting);
  const kinds = [
    ...(wishes.subscriptions.size < MOST_SUBSCRIPTIONS ? [newSubscription] : []),
    otherTemplate,
    otherTemplate,
    otherFeeds,
    otherFeeds,
    templateGoes,
    ...(wishes.overrides.size < MOST_OVERRIDES ? [newOverride, newOverride] : []),
    ...(wishes.overrides.size > 0 ? [overrideGoes] : []),
    otherRing,
    otherRing,
    subscriptionGoes,
  ];
  return choices.one(kinds)(setting, wishes);
}

function newSubscription({ choices, serial }: ChangeSetting): Change[] {
  const name = `s${serial()}`;
  const divides = choices.chance(0.25);
  const templates = PARTS.map((part) => told(name, part, serial()));
  const wished = { feeds: someFeeds(name, choices, divides), ring: someRing(choices), divides };
  return choices.shuffled([...templates, { what: 'subscription', name, wished }]);
}

function otherTemplate({ choices, serial }: ChangeSetting, wishes: Wishes): Change[] {
  const [subscription] = someSubscription(wishes, choices);
  return [told(subscription, choices.one(PARTS), serial())];
}

/** Whatever it names is there, again if it was away. */
function otherFeeds({ choices, serial }: ChangeSetting, wishes: Wishes): Change[] {
  const [name, { divides }] = someSubscription(wishes, choices);
  const feeds = someFeeds(name, choices, divides);
  const missing = PARTS.filter((part) => !wishes.templates.has(`${name}-${part}`));
  const templates = missing.map((part) => told(name, part, serial()));
  return [...templates, { what: 'subscription', name, wished: { feeds, ring: someRing(choices), divides } }];
}

/** Deleted before it is not used any more, or after. */
function templateGoes({ choices }: ChangeSetting, wishes: Wishes): Change[] {
  const [name, wished] = someSubscription(wishes, choices);
  const going = choices.one(['text', 'secret', 'role'].map((part) => `${name}-${part}`));
  const object = wishes.templates.get(going);
  const feeds = wished.feeds.filter((feed) => feed !== going);
  if (object === undefined || feeds.length === 0) return [];
  const changes: Change[] = [
    { what: 'subscription', name, wished: { ...wished, feeds } },
    { what: 'no-template', name: going, object },
  ];
  return choices.shuffled(changes);
}

function newOverride({ choices, serial }: ChangeSetting, wishes: Wishes): Change[] {
  const [subscription, { divides }] = someSubscription(wishes, choices);
  const part = choices.one(divides ? (['config'] as const) : (['config', 'config', 'text', 'web'] as const));
  const member = choices.chance(0.6) ? choices.one([...wishes.rings.keys()]) : undefined;
  const number = serial();
  const patch: MergePatch =
    part === 'web'
      ? { spec: { replicas: number } }
      : { data: choices.chance(0.5) ? { text: `override ${number}` } : { [`override-${number}`]: 'set' } };
  const wished = { feed: `${subscription}-${part}`, member, priority: number, patch };
  return [{ what: 'override', name: `o${number}`, wished }];
}

function overrideGoes({ choices }: ChangeSetting, wishes: Wishes): Change[] {
  const [name, wished] = choices.one([...wishes.overrides]);
  return [{ what: 'no-override', name, wished }];
}

function otherRing({ choices, anchors }: ChangeSetting, wishes: Wishes): Change[] {
  const [member, ring] = choices.one([...wishes.rings].filter(([name]) => !anchors.includes(name)));
  return [{ what: 'ring', member, ring: ring === 'a' ? 'b' : 'a' }];
}

/** With all that was made for it, in any order. Its name is never used again. */
function subscriptionGoes({ choices }: ChangeSetting, wishes: Wishes): Change[] {
  const [name] = someSubscription(wishes, choices);
  return choices.shuffled(goodbyes(wishes, name));
}

/** All that was made for a subscription goes. */
export function goodbyes(wishes: Wishes, name: string): Change[] {
  const isOwn = (template: string): boolean => template.startsWith(`${name}-`);
  const templates = [...wishes.templates].filter(([template]) => isOwn(template));
  const overrides = [...wishes.overrides].filter(([, { feed }]) => isOwn(feed));
  return [
    { what: 'no-subscription', name },
    ...templates.map(([template, object]): Change => ({ what: 'no-template', name: template, object })),
    ...overrides.map(([override, wished]): Change => ({ what: 'no-override', name: override, wished })),
  ];
}

function someSubscription(wishes: Wishes, choices: Choices): [string, WishedSubscription] {
  return choices.one([...wishes.subscriptions]);
}

function someRing(choices: Choices): WishedSubscription['ring'] {
  return choices.one(['a', 'b', undefined, undefined] as const);
}

/** What is in a Namespace of its own comes with it. */
function someFeeds(subscription: string, choices: Choices, divides: boolean): string[] {
  const space = choices.chance(0.5) ? (['space', 'inside'] as const) : [];
  const single = (['config', 'text', 'secret', 'web', 'role'] as const).filter(() => choices.chance(0.6));
  const parts: readonly Part[] = divides ? ['web', 'config'] : [...single, ...space];
  return (parts.length === 0 ? (['config'] as const) : parts).map((part) => `${subscription}-${part}`);
}

function told(subscription: string, part: Part, version: number): Change {
  return {
    what: 'template',
    name: `${subscription}-${part}`,
    object: templateOf(subscription, part, version),
  };
}
