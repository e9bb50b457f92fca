import type { EmbedSettings } from '@inlay/protocol/embed-settings';
import type { Answer } from '../../api/use-answer.ts';

export interface SettingsProps {
  readonly settings: EmbedSettings;
  readonly answer: Answer<EmbedSettings>;
}
