import { stringify } from 'yaml';

/** As the real server writes it: keys in order, lists not indented, texts that could be something else quoted. */
export function yamlText(value: unknown): string {
  const form = { sortMapEntries: true, indentSeq: false, lineWidth: 0, version: '1.1' } as const;
  // What is at two places of an answer is written twice: nobody expects aliases.
  const text = stringify(value, { ...form, aliasDuplicateObjects: false });
  // A dot by itself is no number to the real server, and in managedFields it is a key.
  return text.replace(/^(\s*(?:- )?)"\.":/gm, '$1.:');
}
