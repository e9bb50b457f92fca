import type { BuilderContent } from '@inlay/content/builder';
import type { VNode } from 'preact';
import type { Conflict } from '../open-dashboard.ts';
import { Dialog } from '../parts/dialog.tsx';
import type { Changed } from '../save/merge-dashboards.ts';
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
  const partName = (part: string) => {
    if (!part.startsWith('item:'))
      return (
        {
          title: words.partTitle,
          description: words.partDescription,
          filters: words.partFilters,
          phone: words.partPhone,
        }[part] ?? words.partOther
      );
    return itemName(part.slice('item:'.length), { items: [...mine.items, ...theirs.items] });
  };
  const itemName = (id: string, { items }: Pick<BuilderContent, 'items'>) => {
    const item = items.find((each) => each.id === id);
    return item ? commands.nameOf(item) : words.itemRemoved;
  };
  // What clashes comes first on both sides, so that the two values stand beside each other.
  const ordered = (parts: Changed) => [
    ...conflict.clashes,
    ...[...parts].filter((part) => !conflict.clashes.has(part)),
  ];
  const list = (parts: Changed, content: BuilderContent) => (
    <ul>
      {ordered(parts).map((part) => (
        <li key={part} data-clash={conflict.clashes.has(part) ? '' : undefined}>
          <span dir="auto">{partName(part)}</span>
          {conflict.clashes.has(part) ? (
            <>
              <em>{words.bothChanged}</em>
              <q dir="auto">{partText(part, content, itemName) || '–'}</q>
            </>
          ) : null}
        </li>
      ))}
    </ul>
  );
  const copy = () =>
    void builder.attempt(async () => {
      await builder.create({ content: mine });
      builder.drafts.remove(opened.id);
    });
  return (
    <Dialog
      title={words.conflictTitle}
      foot={
        <>
          <button type="button" class="ui-button" onClick={opened.takeTheirs}>
            {words.takeTheirs}
          </button>
          <button
            type="button"
            class={conflict.merged ? 'ui-button' : 'ui-button ui-button-primary'}
            onClick={copy}
          >
            {words.keepMineAsCopy}
          </button>
          {conflict.merged ? (
            <button type="button" class="ui-button ui-button-primary" onClick={opened.merge}>
              {words.mergeBoth}
            </button>
          ) : null}
        </>
      }
    >
      <p>{words.conflictHint({ name: dashboard.updatedBy ?? '' })}</p>
      <div class="bld-sides">
        <section>
          <h3>{words.theirChanges({ name: dashboard.updatedBy ?? '' })}</h3>
          {list(conflict.theirs, theirs)}
        </section>
        <section>
          <h3>{words.myChanges}</h3>
          {list(conflict.mine, mine)}
        </section>
      </div>
    </Dialog>
  );
}
