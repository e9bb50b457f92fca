import type { Format } from '@inlay/protocol/format';

/**
 * A format with the decimals of a column. All of its values have the `least` decimals, so that digits line up; totals,
 * averages and other values computed from them have more if they need them, up to `most`.
 */
export type ColumnFormat = Format & { readonly digits?: { readonly least: number; readonly most: number } };
