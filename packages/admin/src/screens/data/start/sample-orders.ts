/** Rows of the sample: enough for each chart, and an upload that takes no time. */
const ORDERS = 1200;
const DAYS = 540;
const DAY_MS = 86_400_000;

const CUSTOMERS = [
  'Alpine Outfitters',
  'Bergmann AG',
  'Cove & Sons',
  'Dune Trading',
  'Elm Street Shop',
  'Fjord Supply',
];
const REGIONS = ['North', 'South', 'East', 'West'];
const CHANNELS = ['Online', 'Stores', 'Partners'];
const PRODUCTS = [
  ['Ridge Tent', 329],
  ['Traverse Pack', 189],
  ['Trail Runner', 149],
  ['Squall Shell', 299],
  ['Merino Base', 79],
  ['Summer Quilt', 159],
] as const;

/** Orders of a fictional outdoor supplier that end the day before `today`, the same rows for the same day. */
export function sampleOrders(today: number): string {
  const random = sequence(7);
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random() ** 1.4 * from.length)] as T;
  const last = Math.floor(today / DAY_MS) - 1;
  const rows = Array.from({ length: ORDERS }, (_, at) => {
    // Later days have more orders, so that the trend rises.
    const day = last - Math.floor((1 - Math.sqrt(random())) * DAYS);
    const [product, price] = pick(PRODUCTS);
    const quantity = 1 + Math.floor(random() ** 2 * 6);
    const date = new Date(day * DAY_MS).toISOString().slice(0, 10);
    const amount = (price * quantity * (0.9 + random() * 0.1)).toFixed(2);
    return [1000 + at, date, pick(CUSTOMERS), pick(REGIONS), pick(CHANNELS), product, quantity, amount];
  });
  return [
    'order_id,ordered_on,customer,region,channel,product,quantity,amount_eur',
    ...rows.map((row) => row.join(',')),
    '',
  ].join('\n');
}

/** Numbers from 0 to 1 that look random and are the same each time: a linear congruential generator. */
function sequence(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
