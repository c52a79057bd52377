/** How people say which hub, for usage texts. */
export const HUB_FLAGS_TEXT = `  --kubeconfig FILE   of the hub (KUBECONFIG, or ~/.kube/config)
  --context NAME      of the hub in it (the current one)`;
