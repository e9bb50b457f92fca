import type { EmbedAuthSettings } from '@inlay/protocol/embed-auth-settings';
import type { QueryResult } from '../../api/use-query.ts';

export interface SettingsProps {
  readonly settings: EmbedAuthSettings;
  readonly query: QueryResult<EmbedAuthSettings>;
}
