import type { KubeObject } from '@banyan/api';
import { emptyKind } from '../../decoding/typed/empty-kind.ts';
import { badRequest } from '../../errors/api-error.ts';
import { quoted } from '../../kinds/fields/go-text.ts';
import type { ServedResource } from '../../registry/served-resource.ts';

interface FieldTerm {
  readonly field: string;
  readonly value: string;
  readonly isEqual: boolean;
}

export interface FieldSelector {
  /** The one name that is asked for, if it is one. */
  readonly name: string | undefined;
  matches(object: Readonly<KubeObject>): boolean;
}

const METADATA_FIELDS = ['metadata.name', 'metadata.namespace'];

/** Undefined: everything fits. Throws 400 for what cannot be read and for fields that the kind does not offer. */
export function parseFieldSelector(text: string, resource: ServedResource): FieldSelector | undefined {
  const terms = splitTerms(text)
    .toSorted()
    .filter((term) => term !== '')
    .map((term) => parseTerm(text, term));
  if (terms.length === 0) return undefined;
  const known = knownFields(resource);
  for (const { field } of terms) if (!known.includes(field)) throw unknownField(field, resource);
  const needsKind = terms.some(({ field }) => !METADATA_FIELDS.includes(field));
  return {
    name: terms.find(({ field, isEqual }) => field === 'metadata.name' && isEqual)?.value,
    matches: (object) => {
      const own = needsKind ? resource.strategy.selectableFields?.(resource.fromStorage(object)) : undefined;
      return terms.every(({ field, value, isEqual }) => (valueOf(object, field, own) === value) === isEqual);
    },
  };
}

function valueOf(
  { metadata }: Readonly<KubeObject>,
  field: string,
  own: Readonly<Record<string, string>> | undefined,
): string {
  if (field === 'metadata.name') return metadata.name ?? '';
  return field === 'metadata.namespace' ? (metadata.namespace ?? '') : (own?.[field] ?? '');
}

/** A kind tells its fields by their values, so an empty object of the kind is asked. */
function knownFields(resource: ServedResource): string[] {
  const { strategy } = resource;
  if (strategy.selectableFields === undefined) return METADATA_FIELDS;
  const empty = { ...emptyKind(resource), metadata: {} } as unknown as KubeObject;
  return [...METADATA_FIELDS, ...Object.keys(strategy.selectableFields(empty))];
}

function unknownField(field: string, { strategy, custom }: ServedResource) {
  if (strategy.selectableFields !== undefined || custom !== undefined) {
    return badRequest(`field label not supported: ${field}`);
  }
  const known = METADATA_FIELDS.map(quoted).join(', ');
  return badRequest(`${quoted(field)} is not a known field selector: only ${known}`);
}

/** At commas that are not escaped. */
function splitTerms(text: string): string[] {
  return text.match(/(?:\\.|\\$|[^\\,])+/gs) ?? [];
}

function parseTerm(text: string, term: string): FieldTerm {
  const found = /^(.*?)(!=|==|=)(.*)$/s.exec(term);
  if (found === null) throw badRequest(`invalid selector: '${text}'; can't understand '${term}'`);
  const [, field = '', operator, value = ''] = found;
  return { field, value: unescapeValue(value), isEqual: operator !== '!=' };
}

function unescapeValue(value: string): string {
  return value.replace(/\\(.?)|[,=]/gs, (found, escaped: string | undefined) => {
    if (escaped === undefined) {
      throw badRequest(`invalid field selector: unescaped character in value: ${found}`);
    }
    if (escaped === '' || !'\\,='.includes(escaped)) {
      throw badRequest(`invalid field selector: invalid escape sequence: ${found}`);
    }
    return escaped;
  });
}
