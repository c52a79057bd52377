/**
 * The image that manifests name unless told otherwise: without a registry, as `deploy/container` builds it and nodes
 * have it. There is no registry that everyone could pull it from.
 */
export function banyanImage(version: string): string {
  return `banyan:${version}`;
}
