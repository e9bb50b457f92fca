import type { BuilderContent } from '@inlay/content/builder';
import { Button } from '@inlay/ui/button';
import { ConflictDialog as KitConflictDialog } from '@inlay/ui/conflict-dialog';
import type { VNode } from 'preact';
import type { Conflict } from '../open-dashboard.ts';
import { itemIdOf } from '../save/merge-dashboards.ts';
import { partText } from '../save/part-text.ts';
import type { Workbench } from '../workbench.ts';

interface ConflictDialogProps {
  readonly bench: Workbench;
  readonly conflict: Conflict;
}

/** Two people changed one dashboard: what each did, and three ways on, none of which loses anything silently. */
export function ConflictDialog({ bench, conflict }: ConflictDialogProps): VNode {
  const { builder, opened, commands } = bench;
  const words = builder.words.value;
  const { dashboard, content: theirs } = conflict.document;
  const mine = opened.editor.content.value;
  const partName = (path: string) => {
    const id = itemIdOf(path);
    if (id !== undefined) return itemName(id, { items: [...mine.items, ...theirs.items] });
    const names: Readonly<Record<string, string>> = {
      '/title': words.partTitle,
      '/description': words.partDescription,
      '/filters': words.partFilters,
      '/phone': words.partPhone,
    };
    return names[path] ?? words.partOther;
  };
  const itemName = (id: string, { items }: Pick<BuilderContent, 'items'>) => {
    const item = items.find((each) => each.id === id);
    return item ? commands.nameOf(item) : words.itemRemoved;
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
      await builder.create({ content: mine });
      builder.drafts.remove(opened.id);
    });
  const theirTitle = words.theirChanges({ name: dashboard.updatedBy ?? '' });
  return (
    <KitConflictDialog
      title={words.conflictTitle}
      headings={{ both: words.bothChanged, yours: words.myChanges, theirs: theirTitle }}
      clashes={conflict.clashes.map(({ path }) => ({
        key: path,
        place: partName(path),
        yours: partText(path, mine, itemName) || '–',
        theirs: partText(path, theirs, itemName) || '–',
      }))}
      rest={
        <>
          {list(theirTitle, conflict.onlyTheirs)}
          {list(words.myChanges, conflict.onlyYours)}
        </>
      }
      actions={
        <>
          <Button onClick={opened.takeTheirs}>{words.takeTheirs}</Button>
          <Button variant={conflict.merged ? 'secondary' : 'primary'} onClick={copy}>
            {words.keepMineAsCopy}
          </Button>
          {conflict.merged ? (
            <Button variant="primary" onClick={opened.merge}>
              {words.mergeBoth}
            </Button>
          ) : null}
        </>
      }
    >
      <p>{words.conflictHint({ name: dashboard.updatedBy ?? '' })}</p>
    </KitConflictDialog>
  );
}
