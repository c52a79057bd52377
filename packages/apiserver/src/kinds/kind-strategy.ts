import { isDeepStrictEqual } from 'node:util';
import {
  goType,
  kubernetesDefinitionName,
  type GoType,
  type KubeObject,
  type StatusCause,
} from '@banyan/api';
import type { ResourceStrategy } from '../registry/served-resource.ts';
import { pathSegmentName } from './fields/name-format.ts';
import {
  validateBaseObjectMeta,
  validateBaseObjectMetaUpdate,
  validateObjectMeta,
  validateObjectMetaUpdate,
} from './fields/object-meta-validation.ts';
import { toWireForm } from './fields/wire-form.ts';
import type { GenerationRule, KindRules, SubresourceRules } from './kind-rules.ts';
import { copyJson } from '../registry/copy-json.ts';

const IDENTITY_AND_STATUS = ['apiVersion', 'kind', 'metadata', 'status'];

/** The strategy of a kind's main endpoint. */
export function strategyOf(rules: KindRules): ResourceStrategy {
  const { warnings, selectableFields, gracePeriodSeconds, allocate, release } = rules;
  return {
    ...coreStrategy(rules),
    ...(warnings && { warnings }),
    ...(selectableFields && { selectableFields }),
    ...(gracePeriodSeconds && { gracePeriodSeconds }),
    ...(allocate && { allocate }),
    ...(release && { release }),
  };
}

/** The strategy of `/status`: everything but status and metadata stays, and nothing is given out or back. */
export function statusStrategyOf(rules: KindRules): ResourceStrategy {
  const toWire = wireFormOf(rules);
  const { status } = rules;
  return {
    ...coreStrategy(rules),
    ...(status?.warnings && { warnings: (object) => status.warnings?.(object) ?? [] }),
    prepareForUpdate: (draft, old, context) => {
      for (const field of new Set([...Object.keys(draft), ...Object.keys(old)])) {
        if (!IDENTITY_AND_STATUS.includes(field)) keepField(draft, old, field);
      }
      rules.status?.prepareForUpdate?.(draft, old, context);
      toWire(draft);
    },
    validateUpdate: (object, old) => [
      ...validateMetadataUpdate(rules, object, old),
      ...(rules.status?.validateUpdate?.(object, old) ??
        validateObjectMetaUpdate(object.metadata, old.metadata)),
    ],
  };
}

/** The strategy of another endpoint that writes a part of the object. */
export function subresourceStrategyOf(rules: KindRules, subresource: SubresourceRules): ResourceStrategy {
  const toWire = wireFormOf(rules);
  return {
    ...coreStrategy(rules),
    prepareForUpdate: (draft, old, context) => {
      subresource.prepareForUpdate(draft, old, context);
      toWire(draft);
      setGeneration(rules.generation, draft, old);
    },
    validateUpdate: (object, old) => [
      ...validateMetadataUpdate(rules, object, old),
      ...subresource.validateUpdate(object, old),
    ],
  };
}

function coreStrategy(rules: KindRules): ResourceStrategy {
  const toWire = wireFormOf(rules);
  return {
    applyDefaults: (draft) => {
      toWire(draft, { keepsEmpty: true });
      if (rules.defaults === undefined) return;
      rules.defaults(draft);
      toWire(draft, { keepsEmpty: true });
    },
    prepareForCreate: (draft, context) => {
      if (rules.hasStatus && rules.keepsFirstStatus !== true) delete draft['status'];
      if (startsWithGeneration(rules)) draft.metadata.generation = 1;
      rules.prepareForCreate?.(draft, context);
      toWire(draft);
    },
    prepareForUpdate: (draft, old, context) => {
      if (rules.hasStatus) keepField(draft, old, 'status');
      rules.prepareForUpdate?.(draft, old, context);
      toWire(draft);
      setGeneration(rules.generation, draft, old);
    },
    validateCreate: (object) => validateCreate(rules, object),
    validateUpdate: (object, old) => validateUpdate(rules, object, old),
  };
}

/** The type is looked up when it is first needed: a server starts with all kinds and uses few. */
function wireFormOf({ kind }: KindRules): (draft: KubeObject, options?: { keepsEmpty: boolean }) => void {
  let struct: GoType | undefined;
  return (draft, options) => {
    struct ??= goType(kubernetesDefinitionName(kind) ?? '');
    if (struct?.kind === 'struct') toWireForm(draft, struct, options);
  };
}

/** As it was, absent included. */
function keepField(draft: KubeObject, old: Readonly<KubeObject>, field: string): void {
  if (old[field] === undefined) delete draft[field];
  else draft[field] = copyJson(old[field]);
}

/** The kind has its say first; what all kinds have in common is asked only if it has none. */
function validateCreate(rules: KindRules, object: Readonly<KubeObject>): StatusCause[] {
  const { name, namespaced } = rules;
  const validateOwn = rules.takesAnyFinalizer === true ? validateBaseObjectMeta : validateObjectMeta;
  const ofKind = [
    ...(name === undefined ? [] : validateOwn(object.metadata, { namespaced, name })),
    ...(rules.validate?.(object) ?? []),
  ];
  if (ofKind.length > 0) return ofKind;
  return validateBaseObjectMeta(object.metadata, { namespaced, name: pathSegmentName });
}

function validateUpdate(
  rules: KindRules,
  object: Readonly<KubeObject>,
  old: Readonly<KubeObject>,
): StatusCause[] {
  const validateOwn =
    rules.takesAnyFinalizer === true ? validateBaseObjectMetaUpdate : validateObjectMetaUpdate;
  const ofKind = rules.validateUpdate?.(object, old) ?? [
    ...(rules.name === undefined ? [] : validateOwn(object.metadata, old.metadata)),
    ...(rules.validate?.(object) ?? []),
  ];
  return [...validateMetadataUpdate(rules, object, old), ...ofKind];
}

function validateMetadataUpdate(
  { namespaced }: KindRules,
  { metadata }: Readonly<KubeObject>,
  old: Readonly<KubeObject>,
): StatusCause[] {
  return [
    ...validateBaseObjectMeta(metadata, { namespaced, name: pathSegmentName }),
    ...validateBaseObjectMetaUpdate(metadata, old.metadata),
  ];
}

function setGeneration(rule: GenerationRule | undefined, draft: KubeObject, old: Readonly<KubeObject>): void {
  const before = old.metadata.generation;
  if (before === undefined) delete draft.metadata.generation;
  else draft.metadata.generation = before;
  if (rule === undefined || rule === 'never' || !isRaised(rule, draft, old)) return;
  draft.metadata.generation = (before ?? 0) + 1;
}

function startsWithGeneration({ generation }: KindRules): boolean {
  return generation !== undefined && generation !== 'spec, from its first change';
}

function isRaised(rule: GenerationRule, draft: KubeObject, old: Readonly<KubeObject>): boolean {
  switch (rule) {
    case 'spec':
    case 'spec, from its first change':
      return !isDeepStrictEqual(draft['spec'], old['spec']);
    case 'spec and annotations':
      return (
        !isDeepStrictEqual(draft['spec'], old['spec']) ||
        !isDeepStrictEqual(draft.metadata.annotations, old.metadata.annotations)
      );
    case 'spec, or all but metadata':
      return !isDeepStrictEqual(contentOf(draft), contentOf(old));
    case 'labels, or all but metadata':
      return (
        !isDeepStrictEqual(contentOf(draft), contentOf(old)) ||
        !isDeepStrictEqual(draft.metadata.labels, old.metadata.labels)
      );
    case 'never':
      return false;
  }
}

function contentOf(object: Readonly<KubeObject>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(object).filter(([field]) => !IDENTITY_AND_STATUS.includes(field)));
}
