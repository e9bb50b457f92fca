import type { DatasetColumn } from '@inlay/protocol/dataset';
import type { DatasetTabProps } from '../dataset-tab-props.ts';

/** Of the fields of one column. */
export interface ColumnFieldsProps extends Pick<DatasetTabProps, 'form'> {
  readonly column: DatasetColumn;
  readonly at: number;
}
