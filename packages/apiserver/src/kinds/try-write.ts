import { formatApiVersion, type KubeObject } from '@banyan/api';
import type { ResourceStrategy, WriteContext } from '../registry/served-resource.ts';
import type { KindRules } from './kind-rules.ts';
import { statusStrategyOf, strategyOf } from './kind-strategy.ts';

/** For tests of kinds: what a write becomes, without anything around the strategy. */
export interface TriedWrite {
  readonly object: KubeObject;
  /** `field: message`. */
  readonly causes: readonly string[];
  readonly warnings: readonly string[];
}

const CONTEXT: WriteContext = {
  user: { name: 'admin', groups: [], extra: {} },
  now: () => new Date('2026-01-02T03:04:05Z'),
  dryRun: false,
};

export function tryCreate(rules: KindRules, content: object, metadata: object = {}): TriedWrite {
  const strategy = strategyOf(rules);
  const draft: KubeObject = {
    apiVersion: formatApiVersion(rules.kind),
    kind: rules.kind.kind,
    metadata: { name: 'one', uid: 'u', ...(rules.namespaced && { namespace: 'default' }), ...metadata },
    ...structuredClone(content),
  };
  strategy.applyDefaults(draft);
  strategy.prepareForCreate(draft, CONTEXT);
  const causes = strategy.validateCreate(draft);
  if (causes.length === 0) strategy.allocate?.(draft, undefined, false);
  return { object: draft, causes: textsOf(causes), warnings: strategy.warnings?.(draft, undefined) ?? [] };
}

/** `change` turns the object that is there into the one that is sent. */
export function tryUpdate(
  rules: KindRules,
  old: KubeObject,
  change: (draft: KubeObject) => void,
): TriedWrite {
  return update(strategyOf(rules), old, change);
}

/** The same of `/status`. */
export function tryStatus(
  rules: KindRules,
  old: KubeObject,
  change: (draft: KubeObject) => void,
): TriedWrite {
  return update(statusStrategyOf(rules), old, change);
}

function update(
  strategy: ResourceStrategy,
  old: KubeObject,
  change: (draft: KubeObject) => void,
): TriedWrite {
  const live = structuredClone(old);
  live.metadata.resourceVersion ??= '1';
  const draft = structuredClone(live);
  change(draft);
  strategy.applyDefaults(draft);
  strategy.prepareForUpdate(draft, live, CONTEXT);
  const causes = strategy.validateUpdate(draft, live);
  if (causes.length === 0) strategy.allocate?.(draft, live, false);
  return { object: draft, causes: textsOf(causes), warnings: strategy.warnings?.(draft, live) ?? [] };
}

function textsOf(causes: readonly { field?: string; message?: string }[]): string[] {
  return causes.map(({ field, message }) => `${field}: ${message}`);
}
