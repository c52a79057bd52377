const RESERVED = new Set(
  (
    'true false null in as break const continue else for function if import let loop package namespace return ' +
    'var void while'
  ).split(' '),
);

const PARTS: Readonly<Record<string, string>> = {
  __: '__underscores__',
  '.': '__dot__',
  '-': '__dash__',
  '/': '__slash__',
};

/** How a rule names a property whose name is no identifier (`a-b` is `a__dash__b`); undefined if it cannot. */
export function escapedName(name: string): string | undefined {
  if (!/^[a-zA-Z0-9_./-]+$/.test(name) || /^\d/.test(name)) return undefined;
  if (RESERVED.has(name)) return `__${name}__`;
  return name.replaceAll(/__|[-./]/g, (part) => PARTS[part] ?? part);
}
