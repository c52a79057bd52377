import type { StatusCause } from '@banyan/api';
import { invalidValue, required } from '../../kinds/fields/field-error.ts';
import { dns1035Label } from '../../kinds/fields/name-format.ts';
import type { DefinitionNames } from './definition.ts';

/** Names that a definition must have; those of its status may be missing. */
export function requireNames({ plural, singular, kind, listKind }: DefinitionNames): StatusCause[] {
  return Object.entries({ plural, singular, kind, listKind })
    .filter(([, name]) => (name ?? '') === '')
    .map(([field]) => required(`spec.names.${field}`));
}

/** Every name that is there is one. `path` is `spec.names` or `status.acceptedNames`. */
export function validateNames(names: DefinitionNames, path: string): StatusCause[] {
  const { plural, singular = '', kind, listKind = '', shortNames = [], categories = [] } = names;
  return [
    ...label(`${path}.plural`, plural),
    ...label(`${path}.singular`, singular),
    ...kindName(`${path}.kind`, kind),
    ...kindName(`${path}.listKind`, listKind),
    ...shortNames.flatMap((name, i) => listed(`${path}.shortNames[${i}]`, name)),
    ...(kind !== '' && kind === listKind
      ? [invalidValue(`${path}.listKind`, listKind, 'kind and listKind may not be the same')]
      : []),
    ...categories.flatMap((name, i) => listed(`${path}.categories[${i}]`, name)),
  ];
}

function label(field: string, name: string): StatusCause[] {
  return name === '' ? [] : listed(field, name);
}

function listed(field: string, name: string): StatusCause[] {
  const reasons = dns1035Label(name);
  return reasons.length === 0 ? [] : [invalidValue(field, name, reasons.join(','))];
}

function kindName(field: string, name: string): StatusCause[] {
  if (name === '') return [];
  const reasons = dns1035Label(name.toLowerCase());
  if (reasons.length === 0) return [];
  return [invalidValue(field, name, `may have mixed case, but should otherwise match: ${reasons.join(',')}`)];
}
