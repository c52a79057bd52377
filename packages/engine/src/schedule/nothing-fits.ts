import type { RefusedMember } from '../words/binding.ts';

/** `0/5 clusters are available: 3 are not selected, 2 …`, the most frequent reason first. */
export function nothingFits(refused: readonly RefusedMember[]): string {
  const counts = new Map<string, number>();
  for (const { refusal } of refused) counts.set(refusal.message, (counts.get(refusal.message) ?? 0) + 1);
  const reasons = [...counts]
    .sort(([textA, a], [textB, b]) => b - a || (textA < textB ? -1 : 1))
    .map(([text, count]) => `${count} ${count === 1 ? text : plural(text)}`);
  const available = `0/${refused.length} clusters are available`;
  return reasons.length === 0 ? available : `${available}: ${reasons.join(', ')}`;
}

function plural(text: string): string {
  return text.replace(/^is /, 'are ').replace(/^has /, 'have ');
}
