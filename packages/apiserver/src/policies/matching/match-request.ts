import { matchesLabelSelector, type KubeObject, type LabelSelector } from '@banyan/api';
import type { MatchResources } from '../../kinds/admission/match-resources.ts';
import { copyJson } from '../../registry/copy-json.ts';
import type { ServedResource } from '../../registry/served-resource.ts';
import type { JudgedRequest, MatchedAs } from '../judged-request.ts';
import type { PolicyWorld } from '../policy-world.ts';
import { isInRules } from './match-rules.ts';

/** A policy or binding that cannot say whether it is about a request. */
export class MatchProblem extends Error {}

/** As what a policy or a binding takes a request; undefined if it is not about it. Throws a MatchProblem. */
export function matchRequest(
  match: MatchResources | undefined,
  request: JudgedRequest,
  world: PolicyWorld,
): MatchedAs | undefined {
  const { resource, kind, object, old } = request;
  const itself: MatchedAs = { resource, kind, object, old };
  if (match === undefined) return itself;
  const { namespaceSelector, objectSelector, resourceRules = [], excludeResourceRules, matchPolicy } = match;
  const isExact = matchPolicy !== 'Equivalent';
  const asRules = (rules: MatchResources['resourceRules']) =>
    isInRules(rules, request, resource)
      ? resource
      : isExact
        ? undefined
        : equivalentIn(rules, request, world);
  if (!isSelected(objectSelector, object) && !isSelected(objectSelector, old)) return undefined;
  if (asRules(excludeResourceRules) !== undefined) return undefined;
  const found = resourceRules.length === 0 ? resource : asRules(resourceRules);
  if (found === undefined) return undefined;
  // Asked last: a namespace that is not there matters only to who is about it.
  if (!isNamespaceSelected(namespaceSelector, request, world)) return undefined;
  return found === resource ? itself : asOther(request, found);
}

function isSelected(selector: LabelSelector | undefined, object: Readonly<KubeObject> | undefined): boolean {
  if (isEmpty(selector)) return true;
  return object !== undefined && matchesLabelSelector(selector, object.metadata?.labels ?? {});
}

function isEmpty(selector: LabelSelector | undefined): boolean {
  const { matchLabels = {}, matchExpressions = [] } = selector ?? {};
  return Object.keys(matchLabels).length === 0 && matchExpressions.length === 0;
}

function isNamespaceSelected(
  selector: LabelSelector | undefined,
  { resource, subresource, operation, namespace, object }: JudgedRequest,
  world: PolicyWorld,
): boolean {
  const isNamespace = resource.resource === 'namespaces';
  if ((namespace === '' && !isNamespace) || isEmpty(selector)) return true;
  // What a namespace is to be is not known elsewhere yet.
  const isOwn = isNamespace && subresource === '' && (operation === 'CREATE' || operation === 'UPDATE');
  const found = isOwn ? object : world.namespace(namespace);
  if (found === undefined) throw new MatchProblem(`namespaces "${namespace}" not found`);
  return matchesLabelSelector(selector, found.metadata.labels ?? {});
}

/** Another version under which the same objects are served, if the rules are about it. */
function equivalentIn(
  rules: MatchResources['resourceRules'],
  request: JudgedRequest,
  world: PolicyWorld,
): ServedResource | undefined {
  if ((rules ?? []).length === 0) return undefined;
  return world
    .served()
    .find((other) => isSameInOther(request.resource, other) && isInRules(rules, request, other));
}

function isSameInOther(one: ServedResource, other: ServedResource): boolean {
  if (one.resource !== other.resource || (one.group === other.group && one.version === other.version))
    return false;
  const areEvents = [one, other].every(({ group }) => group === '' || group === 'events.k8s.io');
  return one.group === other.group || (one.resource === 'events' && areEvents);
}

function asOther(request: JudgedRequest, other: ServedResource): MatchedAs {
  const below = request.subresource === '' ? other : other.subresources.get(request.subresource);
  if (below === undefined) throw new MatchProblem(`unable to convert to ${other.version}: unknown kind`);
  const isWhole = request.kind.kind === request.resource.kind;
  const kind = { group: below.group, version: below.version, kind: below.kind };
  const converted = (object: Readonly<KubeObject> | undefined) =>
    object && isWhole
      ? other.fromStorage(request.resource.toStorage(copyJson(object) as KubeObject))
      : object;
  return { resource: other, kind, object: converted(request.object), old: converted(request.old) };
}
