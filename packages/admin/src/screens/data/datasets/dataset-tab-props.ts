import type { Connection } from '@inlay/protocol/connection';
import type { DatasetDraft } from '@inlay/protocol/dataset';
import type { DatasetDto } from '@inlay/protocol/dataset-api';
import type { Form } from '@inlay/ui/form/use-form';

export interface DatasetTabProps {
  readonly dataset: DatasetDto;
  readonly form: Form<DatasetDraft>;
  readonly connection: Connection | undefined;
}
