export function isIsbn10(text: string): boolean {
  const digits = text.replaceAll(/[\s-]+/g, '');
  if (!/^\d{9}[\dX]$/.test(digits)) return false;
  const sum = Array.from(digits, (digit, index) => (index + 1) * (digit === 'X' ? 10 : Number(digit)));
  return total(sum) % 11 === 0;
}

export function isIsbn13(text: string): boolean {
  const digits = text.replaceAll(/[\s-]+/g, '');
  if (!/^\d{13}$/.test(digits)) return false;
  const weighted = Array.from(digits, (digit, index) => Number(digit) * (index % 2 === 0 ? 1 : 3));
  return total(weighted) % 10 === 0;
}

/** Numbers as the networks give them out, with whatever stands between their digits. */
const CARD =
  /^(?:4\d{12}(?:\d{3})?|5[1-5]\d{14}|6(?:011|5\d\d)\d{12}|3[47]\d{13}|3(?:0[0-5]|[68]\d)\d{11}|(?:2131|1800|35\d{3})\d{11})$/;

export function isCreditCard(text: string): boolean {
  const digits = text.replaceAll(/\D+/g, '');
  if (!CARD.test(digits)) return false;
  const values = Array.from(digits, Number).reverse();
  const doubled = values.map((digit, index) =>
    index % 2 === 0 ? digit : digit < 5 ? 2 * digit : 2 * digit - 9,
  );
  return total(doubled) % 10 === 0;
}

function total(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0);
}
