import { matchesLabelSelector, parseApiVersion, type KubeObject } from '@banyan/api';
import type { ParamKind, ParamRef } from '../../kinds/admission/policy-params.ts';
import type { ServedResource } from '../../registry/served-resource.ts';
import type { PolicyWorld } from '../policy-world.ts';

/** A policy whose parameters cannot be found. */
export class ParamProblem extends Error {}

/** The resource that a policy's parameters are of; undefined if it has none. Throws a ParamProblem. */
export function paramResource(kind: ParamKind | undefined, world: PolicyWorld): ServedResource | undefined {
  if (kind === undefined) return undefined;
  const { apiVersion = '', kind: name = '' } = kind;
  const { group, version } = parseApiVersion(apiVersion);
  const found = world
    .served()
    .find(
      (one) =>
        one.group === group && one.version === version && one.kind === name && one.verbs.includes('list'),
    );
  if (found !== undefined) return found;
  const shown = `${group === '' ? '' : group}/${version}, Kind=${name}`;
  throw new ParamProblem(`failed to find resource referenced by paramKind: '${shown}'`);
}

interface WhoseParams {
  readonly resource: ServedResource | undefined;
  readonly ref: ParamRef | undefined;
  /** Of the request. */
  readonly namespace: string;
}

/** The parameters that a binding hands over, one evaluation each; undefined stands for "without". Throws a ParamProblem. */
export function collectParams(
  { resource, ref, namespace }: WhoseParams,
  world: PolicyWorld,
): readonly (Readonly<KubeObject> | undefined)[] {
  if (resource === undefined || ref === undefined) return [undefined];
  const { name = '', namespace: named = '', selector, parameterNotFoundAction } = ref;
  if (!resource.namespaced && named !== '')
    throw new ParamProblem('paramRef.namespace must not be provided for a cluster-scoped `paramKind`');
  const place = resource.namespaced ? named || namespace : '';
  if (resource.namespaced && place === '') {
    const why = 'cannot use namespaced paramRef in policy binding that matches cluster-scoped resources';
    throw new ParamProblem(why);
  }
  const all = [...world.objects(resource, { namespace: place, ...(name !== '' && { name }) })];
  const found =
    name === '' ? all.filter(({ metadata }) => matchesLabelSelector(selector, metadata.labels ?? {})) : all;
  if (found.length === 0 && parameterNotFoundAction === 'Deny')
    throw new ParamProblem('no params found for policy binding with `Deny` parameterNotFoundAction');
  return found;
}
