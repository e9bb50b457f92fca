import type { DataMessages } from '@inlay/messages/data';
import type { Relationship } from '@inlay/protocol/dataset';
import type { ModelDataset } from '@inlay/protocol/model-api';

/** `customer_id = id` */
export const keyText = ({ columns }: Pick<Relationship, 'columns'>): string =>
  columns.map(({ own, other }) => `${own} = ${other}`).join(', ');

/** Whether rows without a match are left out, by the relationship or by a rule; undefined if a row has several. */
export function necessityOf(
  { name, kind, required = false }: Relationship,
  { rowRules = [] }: Pick<ModelDataset, 'rowRules'>,
): 'required' | 'followed' | 'optional' | undefined {
  if (kind === 'one-to-many') return undefined;
  if (required) return 'required';
  return rowRules.some((rule) => 'follow' in rule && rule.follow === name) ? 'followed' : 'optional';
}

/** `Many Orders to one Customers` */
export const kindText = (
  kind: Relationship['kind'],
  names: { readonly own: string; readonly other: string },
  t: DataMessages['relationships'],
): string => t.between[kind](names);
