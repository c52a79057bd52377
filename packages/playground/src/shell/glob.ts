import { absolutePath, type VirtualFiles } from './virtual-files.ts';

/** Whether all of a text is as a pattern of `*`, `?` and `[…]` says. A backslash takes the next character literally. */
export function matchesGlob(pattern: string, text: string): boolean {
  return new RegExp(`^${globExpression(pattern)}$`, 's').test(text);
}

export function globExpression(pattern: string, isGreedy = true): string {
  let expression = '';
  for (const [all, escaped, negated, set] of pattern.matchAll(/\\(.)|\[(!?)([^\]]+)\]|[\s\S]/g)) {
    if (escaped !== undefined) expression += escapeRegExp(escaped);
    else if (set !== undefined)
      expression += `[${negated === '!' ? '^' : ''}${set.replace(/[\\\]^]/g, '\\$&')}]`;
    else if (all === '*') expression += isGreedy ? '.*' : '.*?';
    else expression += all === '?' ? '.' : escapeRegExp(all);
  }
  return expression;
}

function escapeRegExp(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');
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
