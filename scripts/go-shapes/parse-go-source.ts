/** One field of a Go struct, as far as JSON and protobuf are concerned. */
interface GoSourceField {
  /** In Go: errors name embedded structs by it. */
  readonly goName: string;
  /** Empty for an embedded struct whose fields count as the outer struct's own. */
  readonly jsonName: string;
  /** As it is written in the source: `[]metav1.Condition`. */
  readonly type: string;
  readonly omitEmpty: boolean;
  readonly omitZero: boolean;
  /** Its number in protobuf; 0 for none. */
  readonly protobuf: number;
}

export type GoSourceType = { readonly fields: readonly GoSourceField[] } | { readonly type: string };

/** What one file declares. */
export interface GoSource {
  /** Local name → import path. */
  readonly imports: ReadonlyMap<string, string>;
  readonly types: ReadonlyMap<string, GoSourceType>;
  /** Types that read their JSON themselves. */
  readonly custom: ReadonlySet<string>;
  /** Types that are messages of protobuf. */
  readonly messages: ReadonlySet<string>;
}

const TYPE = /^type (\w+) (=?) ?(.+)$/;
const IMPORT = /^\t(?:(\w+) )?"([^"]+)"$|^import (?:(\w+) )?"([^"]+)"$/;
const READS_JSON = /^func \(\w+ \*?(\w+)\) UnmarshalJSON\(/;
const READS_PROTOBUF = /^func \(\w+ \*(\w+)\) Unmarshal\(/;
const FIELD = /^\t(?:(\w+) +)?(\*?[\w.[\]*{}]+)(?:\s+`(.*)`)?(?:\s*\/\/.*)?$/;
const JSON_TAG = /json:"([^"]*)"/;
const PROTOBUF_TAG = /protobuf:"\w+,(\d+)/;

/** Reads the declarations of a file in the form that gofmt gives it: one field a line, one declaration a line. */
export function parseGoSource(text: string): GoSource {
  const imports = new Map<string, string>();
  const types = new Map<string, GoSourceType>();
  const custom = new Set<string>();
  const messages = new Set<string>();
  const lines = withoutBlockComments(text).split('\n');
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] ?? '';
    readImport(line, imports);
    const [, reader] = READS_JSON.exec(line) ?? [];
    if (reader !== undefined) custom.add(reader);
    const [, message] = READS_PROTOBUF.exec(line) ?? [];
    if (message !== undefined) messages.add(message);
    const [, name, , declared] = TYPE.exec(line) ?? [];
    if (name === undefined || declared === undefined) continue;
    if (declared === 'struct{}') types.set(name, { fields: [] });
    else if (declared !== 'struct {') types.set(name, { type: declared.replace(/\s*\/\/.*$/, '') });
    else {
      const end = lines.indexOf('}', at);
      types.set(name, { fields: lines.slice(at + 1, end).flatMap(parseField) });
      at = end;
    }
  }
  return { imports, types, custom, messages };
}

function withoutBlockComments(text: string): string {
  return text.replaceAll(/^\/\*[\s\S]*?\*\/$/gm, '');
}

function readImport(line: string, imports: Map<string, string>): void {
  const [match, alias, path, aliasOfOne, pathOfOne] = IMPORT.exec(line) ?? [];
  const imported = path ?? pathOfOne;
  if (match === undefined || imported === undefined) return;
  imports.set(alias ?? aliasOfOne ?? imported.slice(imported.lastIndexOf('/') + 1), imported);
}

function parseField(line: string): GoSourceField[] {
  const [, name, type, tags = ''] = FIELD.exec(line) ?? [];
  if (type === undefined || line.startsWith('\t//')) return [];
  const [, tag] = JSON_TAG.exec(tags) ?? [];
  const goName = name ?? type.slice(type.lastIndexOf('.') + 1).replace('*', '');
  if (tag === '-' || !/^[A-Z]/.test(goName)) return [];
  const [jsonName = '', ...options] = (tag ?? '').split(',');
  const isEmbedded = name === undefined && jsonName === '';
  return [
    {
      goName,
      jsonName: isEmbedded ? '' : jsonName || goName,
      type,
      omitEmpty: options.includes('omitempty'),
      omitZero: options.includes('omitzero'),
      protobuf: Number(PROTOBUF_TAG.exec(tags)?.[1] ?? 0),
    },
  ];
}
