/** JSON with its keys in order, so that equal objects have equal texts. Undefined fields count as absent. */
export function canonicalJson(value: unknown): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  if (Array.isArray(value)) {
    let text = '[';
    for (const [index, item] of value.entries())
      text += index === 0 ? canonicalJson(item) : `,${canonicalJson(item)}`;
    return `${text}]`;
  }
  const fields = value as Readonly<Record<string, unknown>>;
  let text = '';
  for (const key of Object.keys(fields).sort()) {
    const field = fields[key];
    if (field === undefined) continue;
    text += `${text === '' ? '' : ','}${JSON.stringify(key)}:${canonicalJson(field)}`;
  }
  return `{${text}}`;
}
