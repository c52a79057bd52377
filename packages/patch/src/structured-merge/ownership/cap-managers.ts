import { compareText } from '../field-set/go-text.ts';
import { managerId, timeSeconds, type Managers, type Ownership } from './managed-fields.ts';

/** How many managers of updates an object remembers. The API server's number. */
const MAX_UPDATE_MANAGERS = 10;
const OLD_MANAGER = 'ancient-changes';

/** Folds the oldest managers of updates into one entry per apiVersion until there are few enough. */
export function capUpdateManagers(managers: Managers): Managers {
  const updaters = [...managers].filter(([, { operation }]) => operation === 'Update');
  let tooMany = updaters.length - MAX_UPDATE_MANAGERS;
  if (tooMany <= 0) return managers;
  updaters.sort(olderFirst);
  const capped = new Map(managers);
  const firstOfVersion = new Map<string, string>();
  for (const [id, ownership] of updaters) {
    if (tooMany <= 0) break;
    const first = firstOfVersion.get(ownership.apiVersion);
    if (first === undefined) {
      firstOfVersion.set(ownership.apiVersion, id);
      continue;
    }
    fold(capped, first, [id, ownership]);
    tooMany--;
  }
  return capped;
}

function olderFirst([leftId, left]: [string, Ownership], [rightId, right]: [string, Ownership]): number {
  return timeSeconds(left.time) - timeSeconds(right.time) || compareText(leftId, rightId);
}

/** The bucket has the time of the latest change that went into it. */
function fold(managers: Map<string, Ownership>, firstId: string, [id, newer]: [string, Ownership]): void {
  const bucketId = managerId({ ...newer, manager: OLD_MANAGER, subresource: '' });
  const bucket = managers.get(bucketId);
  const olderId = bucket === undefined || id === bucketId ? firstId : bucketId;
  const older = managers.get(olderId);
  if (older === undefined) return;
  managers.delete(olderId);
  managers.delete(id);
  managers.set(bucketId, {
    ...newer,
    manager: OLD_MANAGER,
    subresource: '',
    fields: older.fields.union(newer.fields),
  });
}
