import type { EditorMoreMessages } from '@inlay/messages/editorMore';
import { announce } from '@inlay/ui/announce';
import { Button } from '@inlay/ui/controls/button';
import { IconButton } from '@inlay/ui/controls/icon-button';
import { TextField } from '@inlay/ui/controls/text-field';
import type { VNode } from 'preact';
import type { CanvasContext } from '../canvas-context.ts';
import { addTab, moveTab, removeTab, renameTab } from '../edit/change-tabs.ts';

const MAX_TABS = 20;

interface TabsPanelProps {
  readonly canvas: CanvasContext;
  readonly messages: EditorMoreMessages;
}

/** Adds, renames, reorders and deletes the tabs of the dashboard. */
export function TabsPanel({ canvas, messages }: TabsPanelProps): VNode {
  const { editor } = canvas.opened;
  const { tabs = [] } = editor.content.value;
  const texts = messages.tabs;
  return (
    <>
      {tabs.length === 0 && <p class="ui-field-hint">{texts.hint}</p>}
      <ol class="bld-filter-list">
        {tabs.map(({ id, title }, index) => (
          <li key={id}>
            <TextField
              hideLabel
              label={texts.name({ place: index + 1 })}
              maxLength={128}
              value={title}
              onChange={(next) => {
                if (next.trim() !== '') editor.change((content) => renameTab(content, id, next), `tab:${id}`);
              }}
            />
            <IconButton
              icon="up"
              label={messages.moveUp({ name: title })}
              disabled={index === 0}
              onClick={() => editor.change((content) => moveTab(content, index, index - 1))}
            />
            <IconButton
              icon="trash"
              label={texts.remove({ name: title })}
              onClick={() => {
                editor.change((content) => removeTab(content, id));
                announce(texts.removed({ name: title }));
              }}
            />
          </li>
        ))}
      </ol>
      {tabs.length < MAX_TABS && (
        <Button
          wide
          onClick={() => {
            editor.change((content) => addTab(content, (place) => texts.untitled({ place })));
            editor.showTab(editor.content.value.tabs?.at(-1)?.id ?? '');
          }}
        >
          {texts.add}
        </Button>
      )}
    </>
  );
}
