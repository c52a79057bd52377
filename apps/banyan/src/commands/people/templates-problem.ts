import { TEMPLATES_PATH } from '@banyan/api/banyan';
import { isForbidden, isNotFound, isRetryable, isUnauthorized } from '@banyan/kube';
import { withHub, type HubFlags } from './hub-access.ts';

/** kubectl has failed already: nobody waits long for the reason. */
const TIMEOUT_MS = 5000;

/** Why kubectl could do nothing with templates, in one line; undefined if it is not for the hub as a whole. */
export async function templatesProblem(flags: HubFlags): Promise<string | undefined> {
  return withHub(flags, async ({ hubClient, signal }) => {
    const { server } = hubClient.connection;
    const request = { method: 'GET', path: `${TEMPLATES_PATH}/version`, signal, timeoutMs: TIMEOUT_MS };
    try {
      await hubClient.requestJson(request);
      return undefined;
    } catch (error) {
      return problemOf(error, server);
    }
  });
}

/** Of the answer that the hub gave at the templates' door. */
export function problemOf(error: unknown, server: string): string {
  const words = error instanceof Error ? error.message : String(error);
  if (isNotFound(error))
    return `${server} keeps no templates: it is no hub, or its feature gate ShadowAPI is off. Choose the hub with --kubeconfig or --context.`;
  if (isUnauthorized(error)) return `the hub does not know who you are: ${words}`;
  if (isForbidden(error))
    return `you may not use the templates of ${server}, or it is no hub: the ClusterRole banyan:templates lets you in, and rights in the API group "shadow" say what you may do.`;
  if (isRetryable(error)) return `the hub does not answer: ${words}`;
  return words;
}
