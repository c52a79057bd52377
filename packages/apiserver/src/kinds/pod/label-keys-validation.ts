import type { LabelSelector, StatusCause } from '@banyan/api';
import { forbidden, invalidValue } from '../fields/field-error.ts';
import { validateLabelName } from '../fields/label-validation.ts';

/** Keys of the Pod's own labels that are to be the same, or not the same, on the Pods that are meant. */
interface LabelKeys {
  readonly labelSelector?: LabelSelector;
  readonly matchLabelKeys?: readonly string[];
  readonly mismatchLabelKeys?: readonly string[];
}

/** The selector has been extended by these keys already when this looks at it. */
export function validateLabelKeys(keys: LabelKeys, path: string): StatusCause[] {
  const { labelSelector, matchLabelKeys = [], mismatchLabelKeys = [] } = keys;
  return [
    ...validateKeys(matchLabelKeys, labelSelector, `${path}.matchLabelKeys`),
    ...validateKeys(mismatchLabelKeys, labelSelector, `${path}.mismatchLabelKeys`),
    ...validateNotSelectedTwice(matchLabelKeys, labelSelector, path),
    ...matchLabelKeys.flatMap((key, i) =>
      mismatchLabelKeys.includes(key)
        ? [
            invalidValue(
              `${path}.matchLabelKeys[${i}]`,
              key,
              'exists in both matchLabelKeys and mismatchLabelKeys',
            ),
          ]
        : [],
    ),
  ];
}

function validateKeys(
  keys: readonly string[],
  selector: LabelSelector | undefined,
  field: string,
): StatusCause[] {
  if (keys.length === 0) return [];
  if (selector === undefined)
    return [forbidden(field, 'must not be specified when labelSelector is not set')];
  return keys.flatMap((key, i) => validateLabelName(key, `${field}[${i}]`));
}

function validateNotSelectedTwice(
  keys: readonly string[],
  selector: LabelSelector | undefined,
  path: string,
): StatusCause[] {
  const seen = new Set(Object.keys(selector?.matchLabels ?? {}));
  return (selector?.matchExpressions ?? []).flatMap(({ key }) => {
    const index = keys.lastIndexOf(key);
    const isTwin = index >= 0 && seen.has(key);
    seen.add(key);
    return isTwin
      ? [invalidValue(`${path}[${index}]`, key, 'exists in both matchLabelKeys and labelSelector')]
      : [];
  });
}
