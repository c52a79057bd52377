import { parseApiVersion, type KubeObject } from '@banyan/api';
import { Discovery, type KubeClient } from '@banyan/kube';

export interface ApplyObjectsOptions {
  readonly client: KubeClient;
  readonly fieldManager: string;
  readonly signal: AbortSignal;
  /** After each. */
  readonly onApplied?: (object: KubeObject) => void;
}

/** Applies objects one after the other, so each finds what comes before it. Done again it changes nothing. */
export async function applyObjects(
  objects: readonly KubeObject[],
  { client, fieldManager, signal, onApplied }: ApplyObjectsOptions,
): Promise<void> {
  const discovery = new Discovery({ client });
  for (const object of objects) {
    const { group, version } = parseApiVersion(object.apiVersion);
    const resource = await discovery.forKind({ group, version, kind: object.kind }, signal);
    await client.apply(resource, object, { fieldManager, force: true, signal });
    onApplied?.(object);
  }
}
