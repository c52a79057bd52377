/** A resource quantity, exact: `unscaled` × 10^`scale`. */
export interface Quantity {
  readonly unscaled: bigint;
  readonly scale: number;
  readonly format: 'DecimalSI' | 'BinarySI' | 'DecimalExponent';
}

const DECIMAL_SUFFIXES: Readonly<Record<string, number>> = {
  n: -9,
  u: -6,
  m: -3,
  '': 0,
  k: 3,
  M: 6,
  G: 9,
  T: 12,
  P: 15,
  E: 18,
};
const BINARY_SUFFIXES: Readonly<Record<string, number>> = { Ki: 10, Mi: 20, Gi: 30, Ti: 40, Pi: 50, Ei: 60 };
/** Nothing is counted in less than a billionth. */
const FINEST_SCALE = -9;
/** Binary quantities stop at the largest number of 63 bits. */
const BINARY_MAX = 9_223_372_036_854_775_807n;

const PATTERN = /^([+-]?)(\d*)(?:\.(\d*))?([eE][+-]?\d+|[a-zA-Z]*)$/;

/** Digits and powers of ten that a quantity may have: with more of them it takes seconds to work one out. */
const MAX_LENGTH = 1000;
const MAX_EXPONENT = 1000;

/** Undefined for what is no quantity. */
export function parseQuantity(text: string): Quantity | undefined {
  if (text.length > MAX_LENGTH) return undefined;
  const [match, sign, whole = '', fraction = '', suffix = ''] = PATTERN.exec(text) ?? [];
  if (match === undefined || text === '' || (whole === '' && fraction === '' && !/\d/.test(text)))
    return undefined;
  const digits = BigInt(`${whole}${fraction}` || '0') * (sign === '-' ? -1n : 1n);
  const binary = BINARY_SUFFIXES[suffix];
  if (binary !== undefined) return binaryQuantity(digits << BigInt(binary), -fraction.length);
  const decimal = DECIMAL_SUFFIXES[suffix];
  if (decimal !== undefined) return atFinest(digits, decimal - fraction.length, 'DecimalSI');
  if (!/^[eE]/.test(suffix)) return undefined;
  const exponent = Number(suffix.slice(1));
  if (Math.abs(exponent) > MAX_EXPONENT) return undefined;
  return atFinest(digits, exponent - fraction.length, 'DecimalExponent');
}

function binaryQuantity(unscaled: bigint, scale: number): Quantity {
  const { unscaled: exact, scale: exactScale } = atFinest(unscaled, scale, 'BinarySI');
  const whole = exact / 10n ** BigInt(-exactScale);
  if (whole > BINARY_MAX) return { unscaled: BINARY_MAX, scale: 0, format: 'BinarySI' };
  if (whole < -BINARY_MAX) return { unscaled: -BINARY_MAX, scale: 0, format: 'BinarySI' };
  return { unscaled: exact, scale: exactScale, format: 'BinarySI' };
}

/** Rounds away from zero what is finer than a billionth: who asks for something gets something. */
function atFinest(unscaled: bigint, scale: number, format: Quantity['format']): Quantity {
  return roundedUp({ unscaled, scale, format }, FINEST_SCALE);
}

/** Away from zero to a multiple of 10^`scale`. */
export function roundedUp(quantity: Quantity, scale: number): Quantity {
  if (quantity.scale >= scale) return quantity;
  const factor = 10n ** BigInt(scale - quantity.scale);
  const rest = quantity.unscaled % factor;
  const away = rest === 0n ? 0n : rest > 0n ? 1n : -1n;
  return { ...quantity, unscaled: quantity.unscaled / factor + away, scale };
}

/** Below, equal to or above zero, as `a` is to `b`. */
export function compareQuantities(a: Quantity, b: Quantity): number {
  const scale = Math.min(a.scale, b.scale);
  const difference = at(a, scale) - at(b, scale);
  return difference < 0n ? -1 : difference > 0n ? 1 : 0;
}

function at({ unscaled, scale }: Quantity, target: number): bigint {
  return unscaled * 10n ** BigInt(scale - target);
}

/** As the server writes it: the largest suffix that needs no fraction. */
export function formatQuantity(quantity: Quantity): string {
  if (quantity.unscaled === 0n) return '0';
  return quantity.format === 'BinarySI' ? formatBinary(quantity) : formatDecimal(quantity);
}

function formatBinary(quantity: Quantity): string {
  const { unscaled, scale } = quantity;
  const isWhole = scale >= 0 || unscaled % 10n ** BigInt(-scale) === 0n;
  const whole = scale >= 0 ? at(quantity, 0) : unscaled / 10n ** BigInt(-scale);
  if (!isWhole || (whole > -1024n && whole < 1024n))
    return formatDecimal({ ...quantity, format: 'DecimalSI' });
  let [number, exponent] = [whole, 0];
  while (number % 1024n === 0n && exponent < 60) [number, exponent] = [number / 1024n, exponent + 10];
  const suffix = Object.entries(BINARY_SUFFIXES).find(([, bits]) => bits === exponent)?.[0] ?? '';
  return `${number}${suffix}`;
}

function formatDecimal({ unscaled, scale, format }: Quantity): string {
  let [number, exponent] = [unscaled, scale];
  while (number % 10n === 0n) [number, exponent] = [number / 10n, exponent + 1];
  const over = ((exponent % 3) + 3) % 3;
  [number, exponent] = [number * 10n ** BigInt(over), exponent - over];
  if (format === 'DecimalExponent') return exponent === 0 ? `${number}` : `${number}e${exponent}`;
  while (exponent > 18) [number, exponent] = [number * 1000n, exponent - 3];
  const suffix = Object.entries(DECIMAL_SUFFIXES).find(([, power]) => power === exponent)?.[0] ?? '';
  return `${number}${suffix}`;
}

/**
 * What the server makes of a quantity that it reads: canonical, except that it keeps a text that it takes for
 * canonical already (`1.500`). Numbers are read as their text. Undefined for what is no quantity.
 */
export function canonicalQuantity(value: string | number): string | undefined {
  const text = String(value).trim();
  const quantity = parseQuantity(text);
  if (quantity === undefined) return undefined;
  return isKeptAsIs(text, quantity) ? text : formatQuantity(quantity);
}

function isKeptAsIs(text: string, { format, unscaled }: Quantity): boolean {
  if (unscaled === BINARY_MAX || unscaled === -BINARY_MAX) return false;
  const [, , whole = '', fraction = '', suffix = ''] = PATTERN.exec(text) ?? [];
  const number = whole.replace(/^0+/, '');
  if (format === 'BinarySI')
    return fraction === '' && !text.includes('.') && BigInt(number || '0') % 8n !== 0n;
  const exponent = DECIMAL_SUFFIXES[suffix] ?? Number(suffix.slice(1));
  const scale = exponent - fraction.length;
  const digits = `${number || '0'}${fraction}`;
  const isSmall = digits.length <= 18 && scale >= FINEST_SCALE;
  return isSmall && scale % 3 === 0 && !digits.endsWith('000') && !digits.startsWith('0');
}

/** Resources are counted in thousandths: what is finer is rounded up. Changes the list. */
export function roundToMilli(list: Record<string, string>): void {
  for (const [name, text] of Object.entries(list)) {
    const quantity = parseQuantity(text);
    if (quantity === undefined) continue;
    const rounded = roundedUp(quantity, -3);
    if (rounded !== quantity) list[name] = formatQuantity(rounded);
  }
}

/** True if something is left after the point. */
export function isFractional({ unscaled, scale }: Quantity): boolean {
  return scale < 0 && unscaled % 10n ** BigInt(-scale) !== 0n;
}

/** As a plain number, for sums and comparisons that need not be exact beyond 2^53. */
export function quantityNumber({ unscaled, scale }: Quantity): number {
  return Number(unscaled) * 10 ** scale;
}
