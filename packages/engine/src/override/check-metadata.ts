import type { JsonValue } from '@banyan/patch';
import { pointerTo, valueAt } from '../pointer/json-pointer.ts';
import { OverrideProblem } from './override-problem.ts';

/** An object that nobody could apply or mark is found here, where it is known which override made it so. */
export function checkMetadata(object: JsonValue): void {
  for (const keys of [['apiVersion'], ['kind'], ['metadata', 'name']]) {
    const value = valueAt(object, keys);
    if (typeof value === 'string' && value !== '') continue;
    throw new OverrideProblem(
      `the object would be left without ${keys.at(-1) ?? ''}`,
      keys.reduce(pointerTo, ''),
    );
  }
  for (const field of ['labels', 'annotations']) checkTexts(valueAt(object, ['metadata', field]), field);
}

function checkTexts(map: JsonValue | undefined, field: string): void {
  if (map === undefined || map === null) return;
  const path = pointerTo('/metadata', field);
  if (typeof map !== 'object' || Array.isArray(map))
    throw new OverrideProblem(`${field} must be a map`, path);
  for (const [key, value] of Object.entries(map)) {
    if (typeof value === 'string') continue;
    throw new OverrideProblem('must be a text: put it into quotes', pointerTo(path, key));
  }
}
