import type { Container, PodSpec } from '@banyan/api/objects';
import type { ContainerRole } from './container-run.ts';

/** Whether a container that ended so is started again, by its own policy or else its pod's. */
export function restarts(
  role: Exclude<ContainerRole, 'sidecar'>,
  code: number,
  policy: PodSpec['restartPolicy'] = 'Always',
): boolean {
  if (role === 'ephemeral' || policy === 'Never') return false;
  // An init container that is done is done, whatever the policy.
  return code !== 0 || (role === 'main' && policy === 'Always');
}

/** Why a container that runs has to be started anew now that its pod says something else; undefined: it has not. */
export function restartReason(old: Readonly<Container>, now: Readonly<Container>): string | undefined {
  if (old.image !== now.image) return 'definition changed';
  const isResized = (now.resizePolicy ?? []).some(
    ({ resourceName, restartPolicy }) =>
      restartPolicy === 'RestartContainer' && amount(old, resourceName) !== amount(now, resourceName),
  );
  return isResized ? 'resize requires restart' : undefined;
}

function amount({ resources = {} }: Readonly<Container>, name: string): string {
  return `${resources.requests?.[name]}/${resources.limits?.[name]}`;
}
