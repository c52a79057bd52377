import type { UserInfo } from '../serving/user-info.ts';

/** A user as reviews write him: what is empty is left out, extras in the order of their keys. */
export function userOnWire({ name, uid, groups, extra }: UserInfo): object {
  const sorted = Object.entries(extra).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return {
    ...(name !== '' && { username: name }),
    ...(uid && { uid }),
    ...(groups.length > 0 && { groups }),
    ...(sorted.length > 0 && { extra: Object.fromEntries(sorted) }),
  };
}
