import type { DatasetDto } from '@inlay/protocol/dataset-api';
import type { VNode } from 'preact';
import { BulkBar } from '../../../../parts/bulk/bulk-bar.tsx';
import type { Selection } from '../../../../parts/bulk/use-selection.ts';
import { useBulkDatasetActions } from './bulk-dataset-actions.tsx';

export function BulkDatasets({ selection }: { readonly selection: Selection<DatasetDto> }): VNode {
  return <BulkBar selection={selection} actions={useBulkDatasetActions()} />;
}
