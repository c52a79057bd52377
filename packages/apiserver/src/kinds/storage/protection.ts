import type { KubeObject } from '@banyan/api';
import { CLASS_ANNOTATION } from './claim-spec.ts';

/** A finalizer that a controller takes away when nobody uses the object any more. */
export function protect({ metadata }: KubeObject, finalizer: string): void {
  if (metadata.finalizers?.includes(finalizer)) return;
  metadata.finalizers = [...(metadata.finalizers ?? []), finalizer];
}

export const DEPRECATED_CLASS_ANNOTATION = `metadata.annotations[${CLASS_ANNOTATION}]: deprecated since v1.8; use "storageClassName" attribute instead`;
