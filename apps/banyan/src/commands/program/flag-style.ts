type FlagTypes = Readonly<Record<string, { readonly type: 'string' | 'boolean' }>>;

/**
 * Command lines as programs in Go take them, for `parseArgs` with `allowNegative`: `--wait=false` is `--no-wait`, `-v=4`
 * is `-v 4`. What comes after `--` is left alone.
 */
export function fromGoStyle(args: readonly string[], types: FlagTypes): string[] {
  const end = args.indexOf('--');
  const [ours, rest] = end < 0 ? [args, []] : [args.slice(0, end), args.slice(end)];
  return [...ours.flatMap((arg) => oneFromGoStyle(arg, types)), ...rest];
}

function oneFromGoStyle(arg: string, types: FlagTypes): string[] {
  const [, letter, value = ''] = /^-([a-zA-Z])=(.*)$/s.exec(arg) ?? [];
  if (letter !== undefined) return [`-${letter}`, value];
  const [, name = '', answer] = /^--([a-z][a-z-]*)=(true|false)$/.exec(arg) ?? [];
  if (types[name]?.type !== 'boolean') return [arg];
  return [answer === 'true' ? `--${name}` : `--no-${name}`];
}
