/** An exact number: integers, decimals and doubles are all fractions, so the reference never rounds. */
export class Fraction {
  readonly numerator: bigint;
  readonly denominator: bigint;

  constructor(numerator: bigint, denominator = 1n) {
    const divisor = gcd(numerator, denominator) * (denominator < 0n ? -1n : 1n);
    this.numerator = numerator / divisor;
    this.denominator = denominator / divisor;
  }

  /** Of the digits that a cell or a literal is written with: `-12.50`, `1e-7`. */
  static of(text: string | number): Fraction {
    const [, sign, whole = '', part = '', power = '0'] =
      /^(-?)(\d+)(?:\.(\d+))?(?:e([+-]?\d+))?$/i.exec(String(text)) ?? [];
    if (whole === '') throw new Error(`not a number: ${text}`);
    const digits = BigInt(`${sign}${whole}${part}`);
    const exponent = Number(power) - part.length;
    return exponent >= 0
      ? new Fraction(digits * 10n ** BigInt(exponent))
      : new Fraction(digits, 10n ** BigInt(-exponent));
  }

  plus = (other: Fraction) =>
    new Fraction(
      this.numerator * other.denominator + other.numerator * this.denominator,
      this.denominator * other.denominator,
    );
  minus = (other: Fraction) => this.plus(new Fraction(-other.numerator, other.denominator));
  times = (other: Fraction) =>
    new Fraction(this.numerator * other.numerator, this.denominator * other.denominator);
  /** Nothing for a division by zero. */
  over = (other: Fraction) =>
    other.numerator === 0n
      ? null
      : new Fraction(this.numerator * other.denominator, this.denominator * other.numerator);
  compare(other: Fraction): number {
    const difference = this.numerator * other.denominator - other.numerator * this.denominator;
    return difference < 0n ? -1 : difference > 0n ? 1 : 0;
  }
  floor(): bigint {
    const quotient = this.numerator / this.denominator;
    return this.numerator < 0n && quotient * this.denominator !== this.numerator ? quotient - 1n : quotient;
  }
  /** The nearest double, or close to it. */
  toNumber(): number {
    const shift = BigInt(
      Math.max(0, 80 - this.numerator.toString(2).length + this.denominator.toString(2).length),
    );
    return Number((this.numerator << shift) / this.denominator) / 2 ** Number(shift);
  }
  toString(): string {
    return this.denominator === 1n ? `${this.numerator}` : `${this.numerator}/${this.denominator}`;
  }
}

export const ZERO = new Fraction(0n);

function gcd(a: bigint, b: bigint): bigint {
  let [x, y] = [a < 0n ? -a : a, b < 0n ? -b : b];
  while (y !== 0n) [x, y] = [y, x % y];
  return x === 0n ? 1n : x;
}
