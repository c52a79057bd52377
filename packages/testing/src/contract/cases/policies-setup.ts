import type { CaseContext } from '../case-context.ts';
import type { CaseResponse } from '../case-exchange.ts';

export const POLICIES = '/apis/admissionregistration.k8s.io/v1';
export const MERGE = { 'content-type': 'application/merge-patch+json' };

export const rule = (group: string, resources: string | readonly string[], rest: object = {}) => ({
  apiGroups: [group],
  apiVersions: ['*'],
  operations: ['CREATE', 'UPDATE'],
  resources: [resources].flat(),
  ...rest,
});

/** Only objects of the case's own namespace. */
export const here = (c: CaseContext) => ({
  namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': c.namespace } },
});

export const configMap = (name: string, data: object = {}, metadata: object = {}) => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name, ...metadata },
  data,
});

export const deployment = (name: string, replicas: number, spec: object = {}) => ({
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: { name },
  spec: {
    replicas,
    selector: { matchLabels: { app: name } },
    template: {
      metadata: { labels: { app: name } },
      spec: { containers: [{ name: 'app', image: 'app:1', ports: [{ containerPort: 80 }] }] },
    },
    ...spec,
  },
});

interface PolicySetup {
  /** Of the policy and the binding, below the case's name. */
  readonly part?: string;
  /** Default: creates and updates of config maps in the case's namespace. */
  readonly matchConstraints?: object;
  readonly spec: object;
  readonly binding?: object;
  /** What tells that the policy is known. Default: a config map `probe` is not created. */
  readonly probe?: { readonly path: string; readonly body: object };
  readonly isKnown?: (answer: CaseResponse<never>) => boolean;
}

/** Refuses what every case asks for to know that its policy is known. */
export const NO_PROBES = {
  expression: "object == null || object.metadata.name != 'probe'",
  message: 'a probe',
};

/** A policy with one binding, in force when this returns: the server knows it only a second after it is stored. */
export async function enforce(
  c: CaseContext,
  kind: 'validating' | 'mutating',
  { part = '', matchConstraints, spec, binding = {}, probe, isKnown }: PolicySetup,
): Promise<string> {
  const name = c.clusterName(part);
  const constraints = matchConstraints ?? { ...here(c), resourceRules: [rule('', 'configmaps')] };
  const extra = kind === 'validating' ? {} : { reinvocationPolicy: 'Never' };
  await c.setup({
    method: 'POST',
    path: `${POLICIES}/${kind}admissionpolicies`,
    body: { metadata: { name }, spec: { matchConstraints: constraints, ...extra, ...spec } },
  });
  await bind(c, kind, { name, spec: { policyName: name, ...binding } });
  const { path, body } = probe ?? { path: c.at('configmaps'), body: configMap('probe') };
  const fits = isKnown ?? (({ status }: CaseResponse<never>) => status !== 201);
  await c.until<never>({ method: 'POST', path, body, query: { dryRun: 'All' } }, fits);
  return name;
}

async function bind(
  c: CaseContext,
  kind: 'validating' | 'mutating',
  { name, spec }: { name: string; spec: object },
): Promise<void> {
  const actions = kind === 'validating' ? { validationActions: ['Deny'] } : {};
  const body = { metadata: { name }, spec: { ...actions, ...spec } };
  await c.setup({ method: 'POST', path: `${POLICIES}/${kind}admissionpolicybindings`, body });
}
