import { MANAGED_CLUSTERS, type ManagedCluster } from '@banyan/api/clusternet';
import { SharedCaches, type KubeClient } from '@banyan/kube';
import { Outage } from './outage.ts';
import { aborted } from '../program/stop-signal.ts';

export interface WatchClustersOptions {
  readonly hubClient: KubeClient;
  /** One that came (those that are there at the beginning, too), changed or went. */
  readonly onChange: (member: ManagedCluster) => void;
  /** The hub does not answer; it is asked again. Told once, until something has changed. */
  readonly onTrouble: (error: unknown) => void;
  readonly signal: AbortSignal;
}

/** Tells of every change until the signal aborts. */
export async function watchClusters(options: WatchClustersOptions): Promise<void> {
  const { hubClient, onTrouble, signal } = options;
  const outage = new Outage(onTrouble);
  const caches = new SharedCaches({ client: hubClient, onError: (error) => outage.found(error) });
  const members = caches.objects({ resource: MANAGED_CLUSTERS });
  const tell = (member: object) => {
    outage.over();
    options.onChange(member as ManagedCluster);
  };
  members.addHandler({ onAdd: tell, onUpdate: tell, onDelete: tell });
  await aborted(signal);
  await caches.close();
}
