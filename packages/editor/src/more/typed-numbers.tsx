import type { EditorMoreMessages } from '@inlay/messages/editorMore';
import { typedNumbers } from '@inlay/protocol/typed-numbers';
import type { VNode } from 'preact';
import type { EditorContext } from '../editor-context.ts';

interface TypedNumbersProps {
  readonly context: EditorContext;
  readonly messages: EditorMoreMessages;
}

/** Warns of numbers that an author typed into title or description. The tile can be saved all the same. */
export function TypedNumbers({ context: { tile }, messages }: TypedNumbersProps): VNode {
  const typed = typedNumbers(`${tile.title}\n${tile.description ?? ''}`);
  return (
    <div role="status">
      {typed.length > 0 && (
        <p class="te-warning ui-field-hint">{messages.typedNumbers({ numbers: typed.join(', ') })}</p>
      )}
    </div>
  );
}
