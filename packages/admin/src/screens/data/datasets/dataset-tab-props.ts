import type { Connection } from '@inlay/protocol/connection';
import type { FieldProblem } from '../../../api/ask.ts';
import type { ShownDataset } from '../../../api/data.ts';
import type { DatasetDraft, SetDraft } from './dataset-draft.ts';

export interface DatasetTabProps {
  readonly dataset: ShownDataset;
  readonly draft: DatasetDraft;
  readonly set: SetDraft;
  readonly problems: readonly FieldProblem[];
  readonly connection: Connection | undefined;
}
