import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { KubeObject } from '@banyan/api';
import { parse, parseAllDocuments } from 'yaml';
import { agentDeployment, agentManifests, registrationSecret } from './agent-manifests.ts';
import { formatManifests, formatTemplate } from './format-manifests.ts';
import { hubManifests } from './hub-manifests.ts';
import type { PolicyRule } from './rbac-objects.ts';

const IMAGE = 'banyan:1';
const REGISTRATION = { parentUrl: 'https://hub:6443', token: '123456.1234567890123456' };

/** What would make least privilege a word: everything, or the way to it. */
const FORBIDDEN: readonly [string, (rule: PolicyRule) => boolean][] = [
  ['every API group', ({ apiGroups = [] }) => apiGroups.includes('*')],
  ['every resource', ({ resources = [] }) => resources.includes('*')],
  ['the right to give what one does not have', ({ verbs }) => verbs.includes('escalate')],
  ['the right to bind any role', ({ verbs, resourceNames }) => verbs.includes('bind') && !resourceNames],
  ['pods of others', ({ resources = [], verbs }) => resources.some(isPod) && verbs.some(isWrite)],
];

const isPod = (resource: string) => resource.startsWith('pods');
const isWrite = (verb: string) => !['get', 'list', 'watch'].includes(verb);

describe('rights', () => {
  const cases = [
    ['the hub', hubManifests({ image: IMAGE })],
    ['the agent', agentDeployment({ image: IMAGE })],
  ] as const;
  for (const [who, objects] of cases) {
    for (const [what, has] of FORBIDDEN) {
      test(`${who} is not given ${what}`, () => {
        assert.deepEqual(
          rolesOf(objects).flatMap(({ metadata, rules }) =>
            rules.filter(has).map((rule) => [metadata.name, rule]),
          ),
          [],
        );
      });
    }

    test(`${who} reads Secrets outside its own namespace only by name`, () => {
      const bound = objects.map(({ roleRef }) => (roleRef as { name?: string } | undefined)?.name);
      const roles = rolesOf(objects).filter(
        ({ kind, metadata }) => kind === 'ClusterRole' && bound.includes(metadata.name),
      );
      for (const { metadata, rules } of roles)
        for (const { resources = [], resourceNames, verbs } of rules)
          if (resources.includes('secrets') && verbs.some((verb) => verb !== 'create'))
            assert.ok(resourceNames !== undefined && resourceNames.length > 0, metadata.name);
    });
  }

  test('with AppPusher or without, one account in the member may do everything, and the agent asks for its tokens', () => {
    for (const appPusher of [true, false]) {
      const objects = agentDeployment({ image: IMAGE, appPusher });
      const admins = objects
        .filter(({ roleRef }) => (roleRef as { name?: string } | undefined)?.name === 'cluster-admin')
        .map(({ metadata }) => metadata.name);
      assert.deepEqual(admins, ['banyan:member-admins', 'clusternet-app-deployer']);
      const tokens = rolesOf(objects)
        .flatMap(({ rules }) => rules)
        .filter(({ resources = [] }) => resources.includes('serviceaccounts/token'));
      assert.deepEqual(
        tokens.map(({ resourceNames }) => resourceNames),
        [['banyan-gateway', 'clusternet-app-deployer']],
      );
    }
  });
});

describe('pods', () => {
  for (const [who, objects] of [
    ['the hub', hubManifests({ image: IMAGE })],
    ['the agent', agentDeployment({ image: IMAGE })],
  ] as const) {
    test(`${who} is not root and can write nowhere but /tmp`, () => {
      const { spec } = podTemplate(objects);
      assert.equal(spec.securityContext.runAsNonRoot, true);
      for (const { securityContext, volumeMounts } of spec.containers) {
        assert.equal(securityContext.readOnlyRootFilesystem, true);
        assert.equal(securityContext.allowPrivilegeEscalation, false);
        assert.deepEqual(
          volumeMounts.map(({ mountPath }) => mountPath),
          ['/tmp'],
        );
      }
    });
  }

  test("an agent's token is not among its arguments, which everyone on the node can see", () => {
    const { spec } = podTemplate(agentManifests({ image: IMAGE, ...REGISTRATION }));
    const args = spec.containers.flatMap((container) => container.args);
    assert.ok(!args.some((arg) => arg.includes('TOKEN') || arg.includes(REGISTRATION.token)));
  });

  test('name, mode and more flags reach the agent', () => {
    const options = { image: IMAGE, name: 'berlin', syncMode: 'Pull', extraArgs: ['--v=4'] } as const;
    const [container] = podTemplate(agentDeployment(options)).spec.containers;
    assert.deepEqual(container?.args.slice(-3), [
      '--cluster-sync-mode=Pull',
      '--cluster-reg-name=berlin',
      '--v=4',
    ]);
  });
});

describe('YAML', () => {
  test('objects come back as they were', () => {
    const objects = [...hubManifests({ image: IMAGE }), ...agentManifests({ image: IMAGE, ...REGISTRATION })];
    const read = parseAllDocuments(formatManifests(objects)).map((document) => document.toJS() as KubeObject);
    assert.deepEqual(read, objects);
  });

  test('what YAML 1.1 takes for something else stays a string', () => {
    const data = { a: 'yes', b: 'on', c: '0o17', d: '1_000', e: '12:30', f: 'null', g: '~', h: '1e3' };
    const text = formatManifests([{ apiVersion: 'v1', kind: 'ConfigMap', metadata: {}, data }]);
    assert.deepEqual((parse(text, { version: '1.1' }) as KubeObject)['data'], data);
  });

  test('a token of digits that is put into the template stays a string', () => {
    const secret = registrationSecret({ ...REGISTRATION, token: '$REGTOKEN', caHash: '$CAHASH' });
    const filled = formatTemplate(secret).replace('$REGTOKEN', REGISTRATION.token).replace('$CAHASH', '');
    assert.deepEqual((parse(filled) as KubeObject)['stringData'], {
      parentURL: REGISTRATION.parentUrl,
      regToken: REGISTRATION.token,
      caHash: '',
    });
  });
});

interface Role extends KubeObject {
  rules: PolicyRule[];
}

function rolesOf(objects: readonly KubeObject[]): Role[] {
  return objects.filter((object): object is Role => object.kind === 'ClusterRole' || object.kind === 'Role');
}

interface PodTemplate {
  readonly spec: {
    readonly securityContext: { readonly runAsNonRoot: boolean };
    readonly containers: {
      readonly args: string[];
      readonly securityContext: {
        readonly [field in 'readOnlyRootFilesystem' | 'allowPrivilegeEscalation']?: boolean;
      };
      readonly volumeMounts: { readonly mountPath: string }[];
    }[];
  };
}

function podTemplate(objects: readonly KubeObject[]): PodTemplate {
  const deployment = objects.find(({ kind }) => kind === 'Deployment');
  assert.ok(deployment);
  return (deployment['spec'] as { template: PodTemplate }).template;
}
