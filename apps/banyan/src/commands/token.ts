import { parseArgs } from 'node:util';
import {
  bootstrapTokenSecret,
  createJoinToken,
  formatManifests,
  listJoinTokens,
  newTokenHalves,
  revokeJoinToken,
} from '@banyan/membership';
import { HUB_OPTIONS, withHub, type HubFlags } from './people/hub-access.ts';
import { HUB_FLAGS_TEXT } from './people/hub-flags-text.ts';
import { tokenRows } from './people/token-table.ts';
import { durationFlag, oneOf } from './program/flag-values.ts';
import { textTable } from './program/text-table.ts';
import { WrongUse } from './program/wrong-use.ts';

const USAGE = `usage: banyan token create [--ttl 24h] [--description TEXT] [-o yaml|json]
       banyan token list [-o json]
       banyan token revoke ID…

Tokens with which clusters ask to become members. One can be used often, until it ends or is revoked; members that came
with it stay. create -o yaml makes none, but prints the Secret of one, for kubectl apply -f - on the hub.

${HUB_FLAGS_TEXT}`;

const OPTIONS = {
  ...HUB_OPTIONS,
  ttl: { type: 'string', default: '24h' },
  description: { type: 'string' },
  output: { type: 'string', short: 'o', default: 'text' },
  help: { type: 'boolean', short: 'h', default: false },
} as const;

/** Makes, shows and takes back join tokens. */
export async function run(args: string[]): Promise<number> {
  const { values, positionals } = parseArgs({ args, options: OPTIONS, allowPositionals: true });
  const [verb, ...names] = positionals;
  if (values.help) {
    console.log(USAGE);
    return 0;
  }
  if (verb !== 'revoke' && names.length > 0) throw new WrongUse(`what is "${names.join(' ')}"?`);
  switch (verb) {
    case 'create':
      return create(values);
    case 'list':
      return list(values);
    case 'revoke':
      return revoke(values, names);
    default:
      throw new WrongUse(verb === undefined ? 'create, list or revoke?' : `there is no command "${verb}"`);
  }
}

interface TokenFlags extends HubFlags {
  readonly ttl: string;
  readonly description?: string;
  readonly output: string;
}

async function create({ ttl, description, output, ...hub }: TokenFlags): Promise<number> {
  const format = oneOf('output', output, ['text', 'json', 'yaml'] as const);
  const lifetimeMs = durationFlag('ttl', ttl);
  if (format === 'yaml') {
    const expiration = new Date(Date.now() + lifetimeMs).toISOString().replace(/\.\d+/, '');
    const secret = bootstrapTokenSecret({ ...newTokenHalves(), expiration });
    process.stdout.write(formatManifests([secret]));
    return 0;
  }
  return withHub(hub, async ({ hubClient, signal }) => {
    const { token, id, expiresAt } = await createJoinToken({
      hubClient,
      lifetimeMs,
      signal,
      ...(description !== undefined && { description }),
    });
    console.log(format === 'json' ? JSON.stringify({ token, id, expiresAt }) : token);
    return 0;
  });
}

async function list({ output, ...hub }: TokenFlags): Promise<number> {
  const format = oneOf('output', output, ['text', 'json'] as const);
  return withHub(hub, async ({ hubClient, signal }) => {
    const tokens = await listJoinTokens(hubClient, { signal });
    if (format === 'json') console.log(JSON.stringify({ tokens }));
    else console.log(tokens.length === 0 ? 'no tokens' : textTable(tokenRows(tokens, new Date())));
    return 0;
  });
}

async function revoke(hub: HubFlags, ids: readonly string[]): Promise<number> {
  if (ids.length === 0) throw new WrongUse('which token? banyan token revoke ID');
  return withHub(hub, async ({ hubClient, signal }) => {
    for (const id of ids) {
      await revokeJoinToken(hubClient, id, signal);
      console.log(`${id.split('.')[0] ?? ''}: revoked`);
    }
    return 0;
  });
}
