import type { EditorMoreMessages } from '@inlay/messages/editorMore';
import type { EditorContext } from '../editor-context.ts';

export interface MoreProps {
  readonly context: EditorContext;
  readonly messages: EditorMoreMessages;
}
