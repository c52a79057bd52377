import { inClusterConnection, isInCluster, loadConnection, type ClusterConnection } from '@banyan/kube';

/** The cluster that a server of ours belongs to. */
export interface OwnCluster {
  readonly connection: ClusterConnection;
  /** This process is a pod of it. */
  readonly isOwnPod: boolean;
}

/** The one that the flags name; without any, in a pod, that pod's; else the one of the user's kubeconfig. */
export async function ownCluster(flags: {
  readonly kubeconfig: string | undefined;
  readonly context: string | undefined;
}): Promise<OwnCluster> {
  const { env } = process;
  const { kubeconfig: path, context } = flags;
  if (path === undefined && context === undefined && isInCluster({ env }))
    return { connection: await ownPodConnection(env), isOwnPod: true };
  const location = { env, ...(path !== undefined && { path }), ...(context !== undefined && { context }) };
  return { connection: await loadConnection(location), isOwnPod: false };
}

/** `BANYAN_SERVICE_ACCOUNT_DIR` is for pods whose token is mounted elsewhere than usual. */
function ownPodConnection(env: NodeJS.ProcessEnv): Promise<ClusterConnection> {
  const folder = env['BANYAN_SERVICE_ACCOUNT_DIR'];
  return inClusterConnection({ env, ...(folder !== undefined && { folder }) });
}
