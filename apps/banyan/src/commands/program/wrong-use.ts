/** The command line makes no sense: exit code 2. */
export class WrongUse extends Error {
  override readonly name = 'WrongUse';
}

/** A flag that is a whole number. */
export function wholeNumber(flag: string, text: string, [least, most]: readonly [number, number]): number {
  const value = Number(text);
  if (text.trim() === '' || !Number.isInteger(value) || value < least || value > most)
    throw new WrongUse(`--${flag} is a whole number from ${least} to ${most}, not "${text}"`);
  return value;
}
