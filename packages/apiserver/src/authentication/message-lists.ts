import { quoted } from '../kinds/fields/go-text.ts';

/** Several errors as one text, none of them twice: `[a, b]`. */
export function aggregateMessage(messages: readonly string[]): string {
  const distinct = [...new Set(messages)];
  return distinct.length === 1 ? (distinct[0] ?? '') : `[${distinct.join(', ')}]`;
}

/** A list as Go prints it: `["a" "b"]`. */
export function quotedList(words: readonly string[]): string {
  return `[${words.map(quoted).join(' ')}]`;
}
