import type { Connection } from '@inlay/protocol/connection';
import type { DatasetDto } from '@inlay/protocol/dataset-api';
import type { FieldProblem } from '@inlay/protocol/shape-errors';
import type { DatasetDraft, SetDraft } from './dataset-draft.ts';

export interface DatasetTabProps {
  readonly dataset: DatasetDto;
  readonly draft: DatasetDraft;
  readonly set: SetDraft;
  readonly problems: readonly FieldProblem[];
  readonly connection: Connection | undefined;
}
