import type { GroupVersion } from '@banyan/api';
import { formatApiVersion } from '@banyan/api';
import { KubeError } from '../errors/kube-error.ts';
import { qualifiedName, type ApiResource } from './api-resource.ts';

/** The cluster serves no such kind or resource, now. A later question may have another answer. */
export function isNoMatch(error: unknown): error is KubeError {
  return error instanceof KubeError && error.code === 'NoMatch';
}

/** The word fits resources of several groups; the message lists them. */
export function isAmbiguous(error: unknown): error is KubeError {
  return error instanceof KubeError && error.code === 'Ambiguous';
}

export function noMatchError(what: string, stale: readonly GroupVersion[]): KubeError {
  const unasked = stale.map((groupVersion) => formatApiVersion(groupVersion)).join(', ');
  const hint = unasked === '' ? '' : ` (the servers of these did not answer, it may be theirs: ${unasked})`;
  return new KubeError('NoMatch', `the cluster serves no ${what}${hint}`);
}

export function ambiguousError(what: string, choices: readonly ApiResource[]): KubeError {
  const names = choices.map((choice) => qualifiedName(choice)).join(', ');
  return new KubeError('Ambiguous', `"${what}" is more than one resource: name one of ${names}`);
}
