import type { ResultColumn } from '@inlay/protocol/result';
import { formatRow } from '../../format/format-cell.ts';
import type { Locale } from '../../format/locale.ts';
import { image, type Markup } from '../../parts/svg.ts';
import type { TableProps } from './options.ts';

/** Width and height in CSS pixels: known before an image is loaded, so that nothing moves. */
const sizes = { small: [36, 24], medium: [60, 40], large: [108, 72] } as const;

type Images = Readonly<Record<string, string>> | undefined;

/** Whether the values of a column are addresses of images, which are of no use to readers. */
export const isAddress = ({ name }: ResultColumn, images: Images): boolean => images?.[name] === `{${name}}`;

/** What an image shows, if its cell does not say it: the row's name, or the name of the column. */
export function imageText(
  column: ResultColumn,
  row: number,
  {
    columns,
    images,
    locale,
  }: { readonly columns: readonly ResultColumn[]; readonly images: Images; readonly locale: Locale },
): string {
  const name = columns.find(
    (other) => other.role === 'dimension' && other.type === 'string' && !isAddress(other, images),
  );
  return name === undefined ? column.label : formatRow(row, name, undefined, locale);
}

/** Its host learns nothing of the page, and an image out of sight is not fetched. */
export function cellImage(src: string, alt: string, { tile }: TableProps): Markup {
  const [width, height] = sizes[tile.options?.imageSize ?? 'small'];
  return image({
    ...{ class: 'inlay-image', src, alt, width, height },
    ...{ loading: 'lazy', decoding: 'async', referrerpolicy: 'no-referrer' },
  });
}
