import type { BuilderContent } from '@inlay/content/builder';
import { Button } from '@inlay/ui/controls/button';
import { ConflictDialog as KitConflictDialog } from '@inlay/ui/overlays/conflict-dialog';
import type { VNode } from 'preact';
import type { CanvasContext } from '../canvas-context.ts';
import type { Conflict } from '../open-dashboard.ts';
import { itemIdOf } from '../save/merge-dashboards.ts';
import { partText } from '../save/part-text.ts';

interface ConflictDialogProps {
  readonly canvas: CanvasContext;
  readonly conflict: Conflict;
}

/**
 * Two people changed the same dashboard: shows what each changed and offers three ways to resolve it without silent
 * loss.
 */
export function ConflictDialog({ canvas, conflict }: ConflictDialogProps): VNode {
  const { builder, opened, commands } = canvas;
  const messages = builder.messages.value;
  const { dashboard, content: theirs } = conflict.document;
  const mine = opened.editor.content.value;
  const partName = (path: string) => {
    const id = itemIdOf(path);
    if (id !== undefined) return itemName(id, { items: [...mine.items, ...theirs.items] });
    const names: Readonly<Record<string, string>> = {
      '/title': messages.partTitle,
      '/description': messages.partDescription,
      '/filters': messages.partFilters,
      '/phone': messages.partPhone,
    };
    return names[path] ?? (path.startsWith('/tabs') ? messages.tabs : messages.partOther);
  };
  const itemName = (id: string, { items }: Pick<BuilderContent, 'items'>) => {
    const item = items.find((each) => each.id === id);
    return item ? commands.nameOf(item) : messages.itemRemoved;
  };
  const list = (title: string, pieces: Conflict['clashes']) =>
    pieces.length > 0 && (
      <section>
        <h3 class="ui-field-label">{title}</h3>
        <ul class="bld-changes">
          {pieces.map(({ path }) => (
            <li key={path} dir="auto">
              {partName(path)}
            </li>
          ))}
        </ul>
      </section>
    );
  const copy = () =>
    void builder.attempt(async () => {
      await builder.dashboards.create({ content: mine });
      builder.dashboards.drafts.remove(opened.id);
    });
  const name = dashboard.updatedBy ?? messages.administrator;
  const theirTitle = messages.theirChanges({ name });
  return (
    <KitConflictDialog
      title={messages.conflictTitle}
      headings={{ both: messages.bothChanged, yours: messages.myChanges, theirs: theirTitle }}
      clashes={conflict.clashes.map(({ path }) => ({
        key: path,
        place: partName(path),
        yours: partText(path, mine, itemName) || '–',
        theirs: partText(path, theirs, itemName) || '–',
      }))}
      rest={
        <>
          {list(theirTitle, conflict.onlyTheirs)}
          {list(messages.myChanges, conflict.onlyYours)}
        </>
      }
      actions={
        <>
          <Button onClick={opened.takeTheirs}>{messages.takeTheirs}</Button>
          <Button variant={conflict.merged ? 'secondary' : 'primary'} onClick={copy}>
            {messages.keepMineAsCopy}
          </Button>
          {conflict.merged ? (
            <Button variant="primary" onClick={opened.merge}>
              {messages.mergeBoth}
            </Button>
          ) : null}
        </>
      }
    >
      <p>{messages.conflictHint({ name })}</p>
    </KitConflictDialog>
  );
}
