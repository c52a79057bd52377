import { escapePattern, safePattern } from './safe-pattern.ts';
import { absolutePath, type VirtualFiles } from './virtual-files.ts';

/** Whether all of a text is as a pattern of `*`, `?` and `[…]` says. A backslash takes the next character literally. */
export function matchesGlob(pattern: string, text: string): boolean {
  return safePattern(`^(?:${globExpression(pattern)})$`)?.test(text) ?? pattern === text;
}

function globExpression(pattern: string, isGreedy = true): string {
  let expression = '';
  for (const [all, escaped, negated, set] of pattern.matchAll(/\\(.)|\[(!?)([^\]]+)\]|[\s\S]/g)) {
    if (escaped !== undefined) expression += escapePattern(escaped);
    else if (set !== undefined)
      expression += `[${negated === '!' ? '^' : ''}${set.replace(/[\\\]^]/g, '\\$&')}]`;
    else if (all === '*') expression += isGreedy ? '.*' : '.*?';
    else expression += all === '?' ? '.' : escapePattern(all);
  }
  return expression;
}

/** How much of a text's beginning a pattern stands for; as much as possible, or as little. */
export function globPrefix(pattern: string, text: string, isLong: boolean): string {
  return safePattern(`^(?:${globExpression(pattern, isLong)})`)?.find(text) ?? '';
}

/** The paths that a pattern stands for, in order; none: it stands for itself. */
export function expandGlob(files: VirtualFiles, pattern: string, cwd: string): string[] {
  const parts = pattern.split('/');
  let found = [pattern.startsWith('/') ? '/' : ''];
  for (const part of parts.filter((each) => each !== '')) {
    found = found.flatMap((start) => {
      const folder = absolutePath(start, cwd);
      if (files.kindOf(folder) !== 'directory') return [];
      const names = /[*?[]/.test(part)
        ? files
            .list(folder)
            .filter((name) => matchesGlob(part, name) && (part.startsWith('.') || !name.startsWith('.')))
        : [part.replace(/\\(.)/g, '$1')];
      return names.map((name) => (start === '' || start.endsWith('/') ? start + name : `${start}/${name}`));
    });
  }
  return found.filter((path) => path !== '' && files.kindOf(absolutePath(path, cwd)) !== undefined);
}
