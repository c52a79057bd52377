/** How a number is kept: as an integer of 64 bits where its text was one, else as a floating-point number. */
export function isGoInteger(value: number | bigint): boolean {
  return typeof value === 'bigint' || Number.isSafeInteger(value);
}

/** A floating-point number as Go prints it with %v: exponents of two digits at least, from 1e-05 and 1e+21 on. */
export function goFloat(value: number): string {
  if (value === 0 || !Number.isFinite(value)) return String(value).replace('Infinity', 'Inf');
  const exponent = Math.floor(Math.log10(Math.abs(value)));
  if (exponent >= -4 && exponent < 21) return String(value);
  const [digits = '', power = ''] = value.toExponential().split('e');
  const sign = power.startsWith('-') ? '-' : '+';
  return `${digits}e${sign}${power.replace(/^[+-]/, '').padStart(2, '0')}`;
}

/** The part before the point, as Go converts a floating-point number to an integer. */
export function asInteger(value: number): bigint {
  return Number.isFinite(value) ? BigInt(Math.trunc(value)) : 0n;
}
