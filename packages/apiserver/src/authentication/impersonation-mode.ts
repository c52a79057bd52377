import type { UserInfo } from '../serving/user-info.ts';
import { parseNodeUser, parseServiceAccountUser } from './identity.ts';

/** A way to be allowed to be somebody else. All but `legacy` are bound to what the request then does. */
export type ImpersonationMode =
  | 'associated-node'
  | 'arbitrary-node'
  | 'serviceaccount'
  | 'user-info'
  | 'legacy';

/** In the order in which they are tried: the narrower first. */
export const IMPERSONATION_MODES: readonly ImpersonationMode[] = [
  'associated-node',
  'arbitrary-node',
  'serviceaccount',
  'user-info',
  'legacy',
];

/** Whether a mode is for such a user at all. */
export function appliesTo(mode: ImpersonationMode, wanted: UserInfo, requestor: UserInfo): boolean {
  const node = parseNodeUser(wanted.name);
  const account = parseServiceAccountUser(wanted.name);
  switch (mode) {
    case 'associated-node':
      return hasOnlyName(wanted) && node !== undefined && runsOn(requestor, node);
    case 'arbitrary-node':
      return hasOnlyName(wanted) && node !== undefined;
    case 'serviceaccount':
      return hasOnlyName(wanted) && account !== undefined;
    case 'user-info':
      return node === undefined && account === undefined;
    case 'legacy':
      return true;
  }
}

function hasOnlyName({ uid = '', groups, extra }: UserInfo): boolean {
  return uid === '' && groups.length === 0 && Object.keys(extra).length === 0;
}

/** A service account whose token is that of a pod on the node. */
function runsOn({ name, extra }: UserInfo, node: string): boolean {
  const nodes = extra['authentication.kubernetes.io/node-name'] ?? [];
  return parseServiceAccountUser(name) !== undefined && nodes.length === 1 && nodes[0] === node;
}
