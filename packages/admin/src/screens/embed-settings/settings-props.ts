import type { EmbedSettings } from '@inlay/protocol/embed-settings';
import type { QueryResult } from '../../api/use-query.ts';

export interface SettingsProps {
  readonly settings: EmbedSettings;
  readonly query: QueryResult<EmbedSettings>;
}
