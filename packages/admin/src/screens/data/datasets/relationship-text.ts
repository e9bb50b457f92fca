import type { DataMessages } from '@inlay/messages/data';
import type { Relationship } from '@inlay/protocol/dataset';

/** `customer_id = id` */
export const keyText = ({ columns }: Pick<Relationship, 'columns'>): string =>
  columns.map(({ own, other }) => `${own} = ${other}`).join(', ');

/** Whether rows without a match still count. */
export const isOptionalLink = ({ kind, required = false }: Relationship): boolean =>
  kind !== 'one-to-many' && !required;

/** `Many Orders to one Customers` */
export const kindText = (
  kind: Relationship['kind'],
  names: { readonly own: string; readonly other: string },
  t: DataMessages['relationships'],
): string => t.between[kind](names);
