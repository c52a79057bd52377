import { TEMPLATE_ANNOTATION } from '@banyan/api/banyan';
import type { Feed, Globalization, Localization, OverrideConfig, OverrideType } from '@banyan/api/clusternet';
import { orderOverrides, type OverrideSet } from '../../override/order-overrides.ts';
import { OverrideProblem } from '../../override/override-problem.ts';
import { readPatch, readYamlFieldPatch } from '../../override/read-patch.ts';
import { memberMatcher } from '../../select/member-matcher.ts';
import type { Member } from '../../words/member.ts';
import type { Override, PatchType } from '../../words/override.ts';

/** A Localization or Globalization, read once for all members. */
export interface FeedOverrides {
  readonly feed: Feed;
  readonly isFor: (member: Member) => boolean;
  readonly set: OverrideSet;
}

/** Undefined while it is being deleted: what it did is then undone. */
export function feedOverridesOf(source: Localization | Globalization): FeedOverrides | undefined {
  const { metadata, spec, kind } = source;
  if (metadata.deletionTimestamp !== undefined) return undefined;
  const { name = '', namespace } = metadata;
  const isGlobal = kind === 'Globalization';
  const title = `${kind} ${isGlobal ? name : `${namespace ?? ''}/${name}`}`;
  const isTemplate = metadata.annotations?.[TEMPLATE_ANNOTATION] === 'true';
  return {
    feed: spec.feed,
    isFor: isGlobal ? forAffinity(source as Globalization) : (member) => member.namespace === namespace,
    set: {
      rank: isGlobal ? 0 : 1,
      priority: spec.priority ?? 500,
      createdAt: metadata.creationTimestamp ?? '',
      name,
      revision: `${metadata.uid ?? name}/${metadata.generation ?? 0}`,
      isLazy: spec.overridePolicy !== 'ApplyNow',
      overrides: (spec.overrides ?? []).flatMap((config, index) =>
        overrideOf(config, { title, index, isTemplate }),
      ),
    },
  };
}

/** The overrides of one feed in one member, in the order in which they apply. `all`: those of the feed. */
export function overridesFor(all: readonly FeedOverrides[], member: Member): Override[] {
  return orderOverrides(setsFor(all, member));
}

export function setsFor(all: readonly FeedOverrides[], member: Member): OverrideSet[] {
  return all.filter(({ isFor }) => isFor(member)).map(({ set }) => set);
}

function forAffinity({ spec: { clusterAffinity } }: Globalization): (member: Member) => boolean {
  return clusterAffinity === undefined ? () => true : memberMatcher({ labels: clusterAffinity });
}

const TYPES: Readonly<Record<Exclude<OverrideType, 'Helm'>, PatchType>> = {
  JSONPatch: 'json-patch',
  MergePatch: 'merge-patch',
  StrategicMergePatch: 'strategic-merge-patch',
  FieldJSONPatch: 'field-json-patch',
  FieldMergePatch: 'field-merge-patch',
};

/** Nothing for a blank value. */
function overrideOf(
  config: OverrideConfig,
  {
    title,
    index,
    isTemplate,
  }: { readonly title: string; readonly index: number; readonly isTemplate: boolean },
): Override[] {
  const { name, type, value, fieldPath, fieldFormat } = config;
  const source = `${title}, override ${name === undefined || name === '' ? index + 1 : `"${name}"`}`;
  if (type === 'Helm') {
    return [{ source, type: 'merge-patch', patch: null, problem: 'Helm overrides are for HelmChart feeds' }];
  }
  const patchType = TYPES[type];
  try {
    const isField = type === 'FieldJSONPatch' || type === 'FieldMergePatch';
    const field = isField ? fieldOf(fieldPath, fieldFormat) : undefined;
    const patch = field?.format === 'YAML' ? readYamlFieldPatch(value) : readPatch(value);
    if (patch === undefined) return [];
    return [{ source, type: patchType, patch, ...(field && { field }), ...(isTemplate && { isTemplate }) }];
  } catch (error) {
    if (!(error instanceof OverrideProblem)) throw error;
    return [{ source, type: patchType, patch: null, problem: error.message }];
  }
}

function fieldOf(path: string | undefined, format: 'YAML' | 'JSON' | undefined): Override['field'] {
  if (path === undefined || !path.startsWith('/')) {
    throw new OverrideProblem('fieldPath is missing, or does not begin with a slash');
  }
  if (format !== 'YAML' && format !== 'JSON')
    throw new OverrideProblem('fieldFormat is missing: YAML or JSON');
  return { path, format };
}
