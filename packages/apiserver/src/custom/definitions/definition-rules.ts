import type { KubeObject } from '@banyan/api';
import type { KindRules } from '../../kinds/kind-rules.ts';
import { statusStrategyOf, strategyOf } from '../../kinds/kind-strategy.ts';
import { validateBaseObjectMetaUpdate } from '../../kinds/fields/object-meta-validation.ts';
import type { ResourceStrategy } from '../../registry/served-resource.ts';
import { setCondition } from './definition-conditions.ts';
import { validateDefinition, validateDefinitionUpdate } from './definition-validation.ts';
import { CLEANUP_FINALIZER, storageVersionOf, type Definition } from './definition.ts';
import { validateNames } from './names-validation.ts';
import { newUnknownFormats } from './unknown-formats.ts';

const rules: KindRules = {
  kind: { group: 'apiextensions.k8s.io', version: 'v1', kind: 'CustomResourceDefinition' },
  namespaced: false,
  generation: 'spec',
  hasStatus: true,
  defaults: (draft) => applyDefaults(draft as Definition),
  prepareForCreate: (draft) => nameStoredVersion(draft as Definition),
  prepareForUpdate: (draft) => nameStoredVersion(draft as Definition),
  validate: (object) => validateDefinition(object as Readonly<Definition>),
  validateUpdate: (object, old) =>
    validateDefinitionUpdate(object as Readonly<Definition>, old as Readonly<Definition>),
  warnings: (object, old) =>
    newUnknownFormats(object as Readonly<Definition>, old as Readonly<Definition> | undefined),
  status: {
    validateUpdate: (object, old) => [
      ...validateBaseObjectMetaUpdate(object.metadata, old.metadata),
      ...validateNames((object as Readonly<Definition>).status.acceptedNames, 'status.acceptedNames'),
    ],
  },
};

/** The definition's own endpoint. `now` is for the condition of a deletion. */
export function definitionStrategy(now: () => Date): ResourceStrategy {
  return {
    ...strategyOf(rules),
    marksDeletion: (draft, old) => holdForCleanup(draft as Definition, old, now()),
  };
}

/** Of `/status`. */
export function definitionStatusStrategy(): ResourceStrategy {
  return statusStrategyOf(rules);
}

function applyDefaults(draft: Definition): void {
  const { names } = draft.spec;
  const { kind, singular = '', listKind = '' } = names;
  draft.spec = {
    ...draft.spec,
    names: {
      ...names,
      ...(singular === '' && { singular: kind.toLowerCase() }),
      ...(listKind === '' && kind !== '' && { listKind: `${kind}List` }),
    },
    conversion: withPort(draft.spec.conversion ?? { strategy: 'None' }),
  };
  if ((draft.status.storedVersions ?? []).length === 0) nameStoredVersion(draft);
}

function withPort(conversion: NonNullable<Definition['spec']['conversion']>): typeof conversion {
  const { webhook } = conversion;
  const service = webhook?.clientConfig?.service;
  if (service === undefined || service.port !== undefined) return conversion;
  const clientConfig = { ...webhook?.clientConfig, service: { ...service, port: 443 } };
  return { ...conversion, webhook: { ...webhook, clientConfig } };
}

/** From now on objects are written in this version, so that some may be there. */
function nameStoredVersion(draft: Definition): void {
  const name = storageVersionOf(draft)?.name;
  const status = (draft.status ??= {
    conditions: null,
    acceptedNames: { plural: '', kind: '' },
    storedVersions: null,
  });
  const stored = status.storedVersions ?? [];
  if (name === undefined || stored.includes(name)) return;
  draft.status = { ...status, storedVersions: [...stored, name] };
}

/** A definition goes when its objects are gone. The first deletion marks it, and nothing that was asked for adds to that. */
function holdForCleanup(draft: Definition, old: Readonly<KubeObject>, now: Date): void {
  if (old.metadata.deletionTimestamp !== undefined) return;
  const { metadata } = draft;
  delete metadata.deletionGracePeriodSeconds;
  if (old.metadata.generation !== undefined) metadata.generation = old.metadata.generation;
  const finalizers = old.metadata.finalizers ?? [];
  metadata.finalizers = finalizers.includes(CLEANUP_FINALIZER)
    ? [...finalizers]
    : [...finalizers, CLEANUP_FINALIZER];
  draft.status = { ...draft.status };
  setCondition(
    draft,
    {
      type: 'Terminating',
      status: 'True',
      reason: 'InstanceDeletionPending',
      message: 'CustomResourceDefinition marked for deletion; CustomResource deletion will begin soon',
    },
    now,
  );
}
