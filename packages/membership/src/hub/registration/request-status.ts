import { CLUSTER_REGISTRATION_REQUESTS, type ClusterRegistrationRequest } from '@banyan/api/clusternet';
import type { Logger } from '@banyan/controller';
import type { KubeClient } from '@banyan/kube';
import { contains } from '../contains.ts';
import { OwnWrites } from '../own-writes.ts';

type Status = NonNullable<ClusterRegistrationRequest['status']>;

/** What the hub says to a request. Nothing is written that stands there already. */
export class RequestStatus {
  readonly #hubClient: KubeClient;
  readonly #logger: Logger;
  readonly #writes = new OwnWrites<ClusterRegistrationRequest>();

  constructor(hubClient: KubeClient, logger: Logger) {
    this.#hubClient = hubClient;
    this.#logger = logger;
  }

  /** The request as the cache has it, or as it was written since. */
  latest(
    name: string,
    cached: ClusterRegistrationRequest | undefined,
  ): ClusterRegistrationRequest | undefined {
    return this.#writes.latest(name, cached);
  }

  /** The status as a whole: what is not in it goes. Throws isConflict if the request has changed. */
  async write(request: ClusterRegistrationRequest, status: Status, signal: AbortSignal): Promise<void> {
    const { name = '', resourceVersion } = request.metadata;
    const current: Status = request.status ?? {};
    const gone = Object.keys(current).filter((field) => !Object.hasOwn(status, field));
    if (gone.length === 0 && contains(current, status)) return;
    const removed = Object.fromEntries(gone.map((field) => [field, null]));
    const body = { metadata: { resourceVersion }, status: { ...removed, ...status } };
    const written = await this.#hubClient.patch<ClusterRegistrationRequest>(
      CLUSTER_REGISTRATION_REQUESTS,
      { name },
      { type: 'merge', body },
      { subresource: 'status', signal },
    );
    this.#writes.wrote(name, request, written);
    this.#report(name, current, status);
  }

  #report(
    request: string,
    before: Status,
    { result, errorMessage, managedClusterName: member }: Status,
  ): void {
    if (result !== before.result || errorMessage !== before.errorMessage) {
      this.#logger.info({ request, result, errorMessage, member }, 'registration decided');
    } else {
      this.#logger.debug({ request, member }, 'credential renewed');
    }
  }
}
