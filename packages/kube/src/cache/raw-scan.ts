import { KubeError } from '../errors/kube-error.ts';
import {
  isNamed,
  NOT_READ,
  scanObject,
  skipSpace,
  skipValue,
  stringAt,
  type JsonMember,
} from './json-scan.ts';
import { RawObject, type ItemType, type RawFields } from './raw-object.ts';

const QUOTE = 0x22;
const COMMA = 0x2c;
const OPEN_BRACE = 0x7b;

interface ScannedFields extends RawFields {
  readonly managedFieldsStart: number;
  readonly managedFieldsEnd: number;
}

type Writable<T> = { -readonly [K in keyof T]: T[K] };

/**
 * Finds the objects in one buffer: a page of a list, or a line of a watch. With `dropManagedFields` it moves
 * the rest of each object together within the buffer, so the buffer must be its own to write to.
 */
export class RawScan {
  readonly #bytes: Buffer;
  readonly #dropManagedFields: boolean;
  readonly #found: RawFields[] = [];
  /** Behind the last object that was moved. */
  #keptBytes = 0;

  constructor(bytes: Buffer, dropManagedFields: boolean) {
    this.#bytes = bytes;
    this.#dropManagedFields = dropManagedFields;
  }

  /** Takes in the object that begins at `start`, in ascending order, and answers the index behind it. */
  read(start: number): number {
    const fields = scanFields(this.#bytes, start);
    this.#found.push(this.#dropManagedFields ? this.#compacted(fields) : fields);
    return fields.end;
  }

  /** The objects read, once all are. */
  objects(type: ItemType): RawObject[] {
    const text = this.#bytes.toString('latin1', 0, this.#dropManagedFields ? this.#keptBytes : undefined);
    return this.#found.map((fields) => new RawObject(fields, text, type));
  }

  #compacted(fields: ScannedFields): RawFields {
    const cut = managedFieldsRange(this.#bytes, fields);
    const start = this.#keptBytes;
    // Writing stays behind reading: what is overwritten has been read.
    this.#bytes.copyWithin(start, fields.start, cut.start);
    this.#bytes.copyWithin(start + cut.start - fields.start, cut.end, fields.end);
    const cutBytes = cut.end - cut.start;
    const moved = (offset: number): number =>
      offset < 0 ? offset : offset - fields.start + start - (offset >= cut.end ? cutBytes : 0);
    this.#keptBytes = moved(fields.end);
    return {
      ...fields,
      start,
      end: this.#keptBytes,
      uidStart: moved(fields.uidStart),
      labelsStart: moved(fields.labelsStart),
      labelsEnd: moved(fields.labelsEnd),
    };
  }
}

/** With the comma that belongs to it: the one behind, or, if it is the last member, the one before. */
function managedFieldsRange(bytes: Buffer, fields: ScannedFields): { start: number; end: number } {
  let { managedFieldsStart: start, managedFieldsEnd: end } = fields;
  if (end < 0) return { start: fields.end, end: fields.end };
  const next = skipSpace(bytes, end);
  if (bytes[next] === COMMA) end = next + 1;
  else while (start > fields.start && bytes[start] !== COMMA && bytes[start - 1] !== OPEN_BRACE) start--;
  return { start, end };
}

function scanFields(bytes: Buffer, start: number): ScannedFields {
  const fields: Writable<ScannedFields> = {
    name: '',
    namespace: '',
    resourceVersion: '',
    start,
    end: -1,
    uidStart: -1,
    labelsStart: -1,
    labelsEnd: -1,
    managedFieldsStart: -1,
    managedFieldsEnd: -1,
  };
  const readMeta = (member: JsonMember): number => readMetaMember(bytes, member, fields);
  fields.end = scanObject(bytes, start, (member) =>
    isNamed(bytes, member, 'metadata') ? scanObject(bytes, member.valueStart, readMeta) : NOT_READ,
  );
  if (fields.name === '') throw new KubeError('BadResponse', 'the server sent an object without a name');
  return fields;
}

function readMetaMember(bytes: Buffer, member: JsonMember, fields: Writable<ScannedFields>): number {
  const { valueStart } = member;
  const valueEnd = skipValue(bytes, valueStart);
  if (isNamed(bytes, member, 'name')) fields.name = stringAt(bytes, valueStart, valueEnd);
  else if (isNamed(bytes, member, 'namespace')) fields.namespace = stringAt(bytes, valueStart, valueEnd);
  else if (isNamed(bytes, member, 'resourceVersion')) {
    fields.resourceVersion = stringAt(bytes, valueStart, valueEnd);
  } else if (isNamed(bytes, member, 'uid')) {
    if (bytes[valueStart] === QUOTE) fields.uidStart = valueStart + 1;
  } else if (isNamed(bytes, member, 'labels')) {
    fields.labelsStart = valueStart;
    fields.labelsEnd = valueEnd;
  } else if (isNamed(bytes, member, 'managedFields')) {
    fields.managedFieldsStart = member.nameStart - 1;
    fields.managedFieldsEnd = valueEnd;
  }
  return valueEnd;
}
