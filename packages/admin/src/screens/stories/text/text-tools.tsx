import { Icon } from '@inlay/ui/controls/icon';
import type { ComponentChildren, VNode } from 'preact';
import { useMessages } from '../../../messages.ts';
import type { TextEditor } from './text-editor.ts';

interface TextToolsProps {
  /** The id of the field's label, which tells the tools of several fields apart. */
  readonly labelledBy: string;
  readonly isMarkdown: boolean;
  readonly editor: () => TextEditor | undefined;
}

/** The buttons of a text, for what the keyboard does with Ctrl+B, Ctrl+I and `{{`. */
export function TextTools({ labelledBy, isMarkdown, editor }: TextToolsProps): VNode {
  const t = useMessages('content').stories.text;
  const tool = (label: string, content: ComponentChildren, use: (editor: TextEditor) => void) => (
    <button
      type="button"
      class="ui-button ui-button-ghost text-tool"
      aria-label={label}
      aria-describedby={labelledBy}
      // The selection of the text stays.
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => {
        const opened = editor();
        if (opened) use(opened);
      }}
    >
      {content}
    </button>
  );
  return (
    <span class="text-tools">
      {isMarkdown && tool(t.bold, <strong>{t.boldLetter}</strong>, (opened) => opened.toggleMark('**'))}
      {isMarkdown && tool(t.italic, <em>{t.italicLetter}</em>, (opened) => opened.toggleMark('*'))}
      {tool(
        t.insert,
        <>
          <Icon name="add" />
          <span>{t.insert}</span>
        </>,
        (opened) => opened.openOffers(),
      )}
    </span>
  );
}
