import type { CaseContext } from '../case-context.ts';
import { contractCases } from '../contract-case.ts';
import { WHO, whoAmI } from './auth-identity.ts';

const SECRETS = '/api/v1/namespaces/kube-system/secrets';
const WHO_BODY = { apiVersion: 'authentication.k8s.io/v1', kind: 'SelfSubjectReview' };

interface Bootstrap {
  /** Six letters, no other case's: the Secret is named after it, in a namespace that all share. */
  readonly id: string;
  readonly data?: Readonly<Record<string, string>>;
  readonly type?: string;
}

const SECRET = '0123456789abcdef';
const LONG_AGO = '2020-01-01T00:00:00Z';
const FAR_AHEAD = '2120-01-01T00:00:00Z';

/** Runs with a bootstrap token's Secret in place, and takes it away whatever happens. */
async function withToken(c: CaseContext, bootstrap: Bootstrap, run: () => Promise<void>): Promise<void> {
  const { id, data = {}, type = 'bootstrap.kubernetes.io/token' } = bootstrap;
  const stringData = {
    'token-id': id,
    'token-secret': SECRET,
    'usage-bootstrap-authentication': 'true',
    ...data,
  };
  const metadata = { name: `bootstrap-token-${id}` };
  await c.setup({ method: 'POST', path: SECRETS, body: { metadata, type, stringData } });
  try {
    await run();
  } finally {
    await c.setup({ method: 'DELETE', path: `${SECRETS}/bootstrap-token-${id}` });
  }
}

const tokenOf = (id: string) => ({ token: `${id}.${SECRET}` });

async function untilKnown(c: CaseContext, id: string): Promise<void> {
  const request = { method: 'POST', path: WHO, body: WHO_BODY, as: tokenOf(id) };
  await c.until(request, ({ status }) => status === 201);
}

/** Tokens that do not log in, beside one that does and shows that the server has seen them all. */
const REFUSED: readonly Bootstrap[] = [
  { id: 'refus1', data: { expiration: LONG_AGO } },
  { id: 'refus2', data: { 'usage-bootstrap-authentication': 'false' } },
  { id: 'refus3', data: { 'token-id': 'other1' } },
  { id: 'refus4', data: { 'auth-extra-groups': 'system:masters' } },
  { id: 'refus5', data: { expiration: 'soon' } },
  { id: 'refus6', type: 'Opaque' },
];

export const authBootstrapCases = contractCases('auth', [
  {
    id: 'bootstrap-token',
    name: 'a bootstrap token logs in as system:bootstrap and its id, with its groups, until its Secret goes',
    run: async (c) => {
      const data = {
        expiration: FAR_AHEAD,
        'auth-extra-groups': 'system:bootstrappers:mine,system:bootstrappers:b',
      };
      await withToken(c, { id: 'good01', data }, async () => {
        await untilKnown(c, 'good01');
        await whoAmI(c, tokenOf('good01'));
        await whoAmI(c, { token: 'good01.fedcba9876543210' });
        await whoAmI(c, { token: 'other1.0123456789abcdef' });
        await whoAmI(c, { token: 'good01' });
        await c.request({ path: '/api/v1/nodes', as: tokenOf('good01') });
      });
      const gone = { method: 'POST', path: WHO, body: WHO_BODY, as: tokenOf('good01') };
      await c.eventually(gone, ({ status }) => status === 401);
    },
  },
  {
    id: 'bootstrap-token-refused',
    name: 'an expired, unflagged, misnamed, overreaching or mistyped bootstrap token does not log in',
    run: async (c) => {
      const attempt = async ([first, ...rest]: readonly Bootstrap[]): Promise<void> => {
        if (first !== undefined) return withToken(c, first, () => attempt(rest));
        await withToken(c, { id: 'good02' }, async () => {
          await untilKnown(c, 'good02');
          for (const { id } of REFUSED) await whoAmI(c, tokenOf(id));
        });
      };
      await attempt(REFUSED);
    },
  },
]);
