/** Each operator and function by itself, with each type of operand, over the columns of `odd-values.ts`. */
export const everyOperation: readonly string[] = [
  ...['+', '-', '*', '/', '%'].map((operator) => `a ${operator} b`),
  ...['+', '-', '*'].flatMap((operator) => [
    // All digits of a decimal, also where the test's own reading of results has fewer.
    `to_text(amount ${operator} rate)`,
    `ratio ${operator} to_number(amount)`,
    `amount ${operator} rate`,
    `ratio ${operator} b`,
  ]),
  ...['to_text(a * amount)', 'a + ratio', 'ratio - amount', 'amount / rate', 'ratio / amount', 'a / amount'],
  ...['-a', '-(-3)', 'a - -b', 'to_text(-amount)', '-ratio'],
  ...['a * b + a * b - a', '(a + 1) % (b - 1)', 'amount * a * (1 - rate)', 'round(amount / rate, 2)'],
  ...['round(ratio, 2)', 'round(amount * rate, 3)', 'case when a > b then amount else rate * 2 end'],
  'case when flag then 1 else ratio end',
  ...['=', '<>', '<', '<=', '>', '>='].flatMap((operator) => [
    `a ${operator} b`,
    `a ${operator} amount`,
    `amount ${operator} ratio`,
    `name ${operator} code`,
    `day ${operator} due`,
    `created ${operator} local`,
    `a ${operator} big`,
  ]),
  ...['flag = true', 'flag <> (a > b)', 'name is null', 'created is not null'],
  ...['a in (1, -7)', 'a not in (1, -7)', 'amount in (0.1, -2.5)', "name not in ('abc', 'ß')"],
  ...["day in (date '2024-02-29')", "code in ('12', 'abc')"],
  ...['flag and a > 0', 'flag or a > 0', 'not flag'],
  ...[
    'case when flag then a end',
    'case when flag then created else local end',
    "case when a > 0 then name when a < 0 then code else '-' end",
  ],

  ...['a, b', 'big, a', 'ratio, a', 'name, code', 'flag, a > 0', 'day, due', 'created, local'].map(
    (values) => `coalesce(${values})`,
  ),
  'to_text(coalesce(amount, rate))',
  ...['a, 7', 'ratio, to_number(0.1)', "name, 'ABC'", 'flag, true', 'day, due'].map(
    (values) => `nullif(${values})`,
  ),
  'to_text(nullif(amount, 0.5))',
  ...['least', 'greatest'].flatMap((name) => [
    `${name}(a, b, 5)`,
    `to_text(${name}(amount, rate))`,
    `${name}(ratio, a)`,
    `${name}(day, due)`,
  ]),
  ...['abs(a)', 'to_text(abs(amount))', 'abs(ratio)'],
  ...['round', 'floor', 'ceil', 'to_integer'].flatMap((name) => [
    `${name}(a)`,
    `${name}(amount)`,
    `${name}(ratio)`,
  ]),
  ...[
    'to_text(round(rate, 2))',
    'to_text(round(a, 3))',
    'to_text(round(ratio, 4))',
    'to_text(round(amount, 0))',
  ],

  ...['concat(name, code)', "concat(name, '-', code)", 'lower(name)', 'upper(name)', 'trim(name)'],
  ...['length(name)', 'substring(name, 1, 2)', 'substring(name, 2, 100)', 'substring(name, 3, 0)'],
  ...["contains(name, 'b')", 'contains(name, code)', "contains(name, '')"],
  ...["starts_with(name, 'a')", 'starts_with(code, name)', "starts_with(name, '')"],
  ...["replace(name, 'ß', 'ss')", "replace(name, 'a', '$1\\\\')", "replace(code, '12', 'ß')"],

  ...['year', 'quarter', 'month', 'day', 'weekday'].flatMap((name) => [
    `${name}(day)`,
    `${name}(created)`,
    `${name}(local)`,
  ]),
  ...['hour(created)', 'hour(local)'],
  ...['month', 'quarter', 'year'].flatMap((unit) => [
    `date_trunc('${unit}', day)`,
    `date_trunc('${unit}', created)`,
  ]),
  ...['days_between(day, due)', 'days_between(local, day)', 'days_between(day, created)'],
  ...['add_days(day, a)', 'add_days(created, 400)', 'add_days(local, -b)'],
  ...['add_months(day, b)', 'add_months(created, 1)', 'add_months(local, -12)', 'add_months(day, a)'],

  ...[
    'to_text(a)',
    'to_text(big)',
    'to_number(big)',
    'to_text(amount)',
    'to_text(rate)',
    'to_text(flag)',
    'to_text(day)',
    'to_text(name)',
  ],
  ...['to_integer(code)', 'to_number(code)', 'to_date(code)', 'to_text(to_decimal(code))'],
  ...['to_text(to_decimal(a))', 'to_text(to_decimal(ratio))', 'to_number(a)', 'to_number(amount)'],
  ...['to_date(day)', 'to_date(created)', 'to_date(local)'],
];
