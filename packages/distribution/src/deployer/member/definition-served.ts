import { setTimeout as delay } from 'node:timers/promises';
import type { KubeObject } from '@banyan/api';
import type { MemberSession } from './member-session.ts';

const LOOK_MS = 25;
/** A definition is established within a second; one that is not has a fault of its own, which its status tells. */
const PATIENCE_MS = 10_000;

/** Resolves when a CustomResourceDefinition of ours is established. */
export async function definitionServed(
  { kinds }: MemberSession,
  name: string,
  signal: AbortSignal,
): Promise<void> {
  const identity = { group: 'apiextensions.k8s.io', kind: 'CustomResourceDefinition', namespace: '', name };
  const end = performance.now() + PATIENCE_MS;
  for (;;) {
    const seen = kinds.seen(identity);
    if (seen !== undefined && seen !== 'absent' && isEstablished(seen)) break;
    if (performance.now() > end) throw new Error(`it waits for the CustomResourceDefinition ${name}`);
    await delay(LOOK_MS, undefined, { signal });
  }
  kinds.discovery.invalidate();
}

function isEstablished({ status }: KubeObject): boolean {
  const { conditions = [] } = (status ?? {}) as { conditions?: { type: string; status: string }[] };
  return conditions.some((condition) => condition.type === 'Established' && condition.status === 'True');
}
