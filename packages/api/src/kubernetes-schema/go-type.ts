/** A field of a struct with the fields of the structs that are embedded in it, in the order in which they are written. */
export interface GoField {
  /** In JSON. */
  readonly name: string;
  readonly type: GoType;
  /** Not written if it is false, 0, "", nil, or an empty list or map. */
  readonly omitEmpty: boolean;
  /** Not written if it is its type's zero value, which may be a struct. */
  readonly omitZero: boolean;
  /** The embedded structs that it comes from, outermost first; errors name them. */
  readonly embeddedIn: readonly string[];
  /** Its number in protobuf, after those of the messages that it is in there (`[1, 3]`); empty if it is not in it. */
  readonly protobuf: readonly number[];
}

/** `text` is the type as error messages print it: `int32`, `v1.PullPolicy`, `[]v1.Container`. */
export type GoType =
  | { readonly kind: 'bool' | 'string' | 'bytes' | 'any'; readonly text: string }
  | { readonly kind: 'int' | 'uint' | 'float'; readonly text: string; readonly bits: 8 | 16 | 32 | 64 }
  | {
      readonly kind: 'pointer' | 'list' | 'map';
      readonly text: string;
      readonly of: GoType;
      /** A list that is a message of its own in protobuf, with the items as its first field. */
      readonly isMessage?: true;
    }
  | GoStruct
  /** Reads and writes its JSON itself; `name` is the full one, `io.k8s.apimachinery.pkg.apis.meta.v1.Time`. */
  | { readonly kind: 'custom'; readonly text: string; readonly name: string };

/** May hold itself: `fields` are linked when they are first asked for. */
export interface GoStruct {
  readonly kind: 'struct';
  readonly text: string;
  /** Without its package: `PodSpec`. */
  readonly title: string;
  readonly fields: readonly GoField[];
}

/**
 * Key → type, which begins with the field's number in protobuf if it has one: `2 *PodSpec`. A key is the field's name in JSON, then `?` if it is omitted when empty, then `0` if it is omitted when
 * zero; `+X` is the embedded struct X.
 */
export type StoredGoStruct = Readonly<Record<string, string>>;

/** The generated file: by package, in types the names of other packages are written with the names in `packages`. */
export interface StoredGoShapes {
  readonly packages: Readonly<Record<string, string>>;
  readonly types: Readonly<Record<string, Readonly<Record<string, string | StoredGoStruct>>>>;
}
