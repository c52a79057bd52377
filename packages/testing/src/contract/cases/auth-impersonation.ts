import { contractCases } from '../contract-case.ts';
import { whoAmI } from './auth-identity.ts';
import { grantEverywhere, personOf, untilAllowed, userSubject } from './rbac-grants.ts';

const as = (headers: Record<string, string>) =>
  Object.fromEntries(Object.entries(headers).map(([key, value]) => [`impersonate-${key}`, value]));

export const authImpersonationCases = contractCases('auth', [
  {
    id: 'impersonate',
    name: 'who may do everything may be anyone: user, group, uid and extras',
    run: async (c) => {
      await whoAmI(c, 'admin', as({ user: 'jane' }));
      await whoAmI(c, 'admin', as({ user: 'jane', group: 'developers' }));
      await whoAmI(
        c,
        'admin',
        as({ user: 'jane', uid: '42', 'extra-scopes': 'read', 'extra-acme.com%2fp': 'x' }),
      );
      await whoAmI(c, 'admin', as({ user: `system:serviceaccount:${c.namespace}:default` }));
      await whoAmI(c, 'admin', as({ user: 'system:anonymous' }));
      await whoAmI(c, 'admin', as({ user: 'system:node:n1', group: 'system:nodes' }));
    },
  },
  {
    id: 'impersonate-limits',
    name: 'what an impersonated user may not do is refused in his name',
    run: async (c) => {
      await c.request({ path: c.at('pods'), headers: as({ user: 'jane' }) });
      await c.request({
        path: c.at('pods'),
        headers: as({ user: 'jane', group: 'system:masters' }),
        facts: () => 'allowed',
      });
      await c.request({ path: '/metrics', headers: as({ user: 'jane' }) });
    },
  },
  {
    id: 'impersonate-no-user',
    name: 'groups, uid and extras without a user are refused',
    run: async (c) => {
      await whoAmI(c, 'admin', as({ group: 'g' }));
      await whoAmI(c, 'admin', as({ uid: '1' }));
      await whoAmI(c, 'admin', as({ 'extra-scopes': 'read' }));
    },
  },
  {
    id: 'impersonate-forbidden',
    name: 'who may not impersonate is told what was refused: user, service account, group, uid or extra',
    run: async (c) => {
      const person = personOf(c);
      await whoAmI(c, person, as({ user: 'jane' }));
      await whoAmI(c, person, as({ user: `system:serviceaccount:${c.namespace}:default` }));
      await whoAmI(c, 'anonymous', as({ user: 'jane' }));
      await grantEverywhere(c, userSubject(person), [
        { apiGroups: [''], resources: ['users'], verbs: ['impersonate'], resourceNames: ['jane'] },
        {
          apiGroups: ['authentication.k8s.io'],
          resources: ['userextras/scopes'],
          verbs: ['impersonate'],
          resourceNames: ['read'],
        },
      ]);
      await untilAllowed(c, { path: '/version', as: person });
      const path = '/apis/authentication.k8s.io/v1/selfsubjectreviews';
      const body = { apiVersion: 'authentication.k8s.io/v1', kind: 'SelfSubjectReview' };
      const headers = as({ user: 'jane' });
      await c.until({ method: 'POST', path, body, headers, as: person }, ({ status }) => status === 201);
      await whoAmI(c, person, as({ user: 'jane' }));
      await whoAmI(c, person, as({ user: 'john' }));
      await whoAmI(c, person, as({ user: 'jane', group: 'developers' }));
      await whoAmI(c, person, as({ user: 'jane', uid: '42' }));
      await whoAmI(c, person, as({ user: 'jane', 'extra-scopes': 'read' }));
      await whoAmI(c, person, as({ user: 'jane', 'extra-scopes': 'write' }));
    },
  },
]);
