import { Button } from '@inlay/ui/button';
import { ConflictDialog as KitConflictDialog } from '@inlay/ui/conflict-dialog';
import type { ConflictParts } from '@inlay/ui/form/conflict-parts';
import type { Conflict } from '@inlay/ui/form/use-conflict';
import type { VNode } from 'preact';
import { useMessages } from '../messages.ts';
import { ChangeList } from './change-list.tsx';
import { changePlace, valueText } from './change-text.ts';
import { Moment } from './moment.tsx';
import { Rich } from './rich.tsx';

/** Shows another user's changes before anything is overwritten. */
export function ConflictDialog({ conflict }: { readonly conflict: Conflict }): VNode {
  const { conflict: t, changes: texts } = useMessages('admin').parts;
  const { at, parts, changes, takeTheirs, overwrite, cancel } = conflict;
  const name = conflict.who === null ? t.operator : (conflict.who ?? t.someone);
  const clashes = parts?.clashes ?? [];
  const isClash = clashes.length > 0;
  const keepsRest = isClash && (parts?.onlyYours.length ?? 0) > 0;
  const shownValue = (value: unknown) =>
    value === undefined ? <span class="ui-muted">{texts.nothing}</span> : valueText(value, texts);
  const who = <strong>{name}</strong>;
  return (
    <KitConflictDialog
      title={t.title}
      headings={{ both: t.both, yours: t.yours, theirs: conflict.who === undefined ? t.theirs : name }}
      clashes={clashes.map(({ path, yours, theirs }) => ({
        key: path,
        place: changePlace(path, texts),
        yours: shownValue(yours),
        theirs: shownValue(theirs),
      }))}
      actions={
        <>
          <Button onClick={takeTheirs}>{parts ? (keepsRest ? t.keepRest : t.dropMine) : t.takeTheirs}</Button>
          <Button variant="primary" onClick={overwrite}>
            {parts ? (isClash ? t.overwrite : t.keepBoth) : t.continue}
          </Button>
        </>
      }
      rest={parts ? <Parts parts={parts} name={name} /> : changes && <ChangeList changes={changes} />}
      onClose={cancel}
    >
      <p>
        {at === null ? (
          <Rich text={t.changed} parts={{ name: who }} />
        ) : (
          <Rich text={t.changedBy} parts={{ name: who, time: <Moment at={at} /> }} />
        )}{' '}
        {parts ? (isClash ? t.clash : t.apart) : t.review}
      </p>
    </KitConflictDialog>
  );
}

function Parts({ parts, name }: { readonly parts: ConflictParts; readonly name: string }): VNode {
  const t = useMessages('admin').parts.conflict;
  const { clashes, onlyTheirs, onlyYours } = parts;
  const isClash = clashes.length > 0;
  return (
    <>
      {onlyTheirs.length > 0 && (
        <section class="ui-stack-tight">
          <h3>{isClash ? t.theirOnly({ name }) : t.theirChanges({ name })}</h3>
          <ChangeList changes={onlyTheirs} />
        </section>
      )}
      {onlyYours.length > 0 && (
        <section class="ui-stack-tight">
          <h3>{isClash ? t.yourOnly : t.yourChanges}</h3>
          <ChangeList changes={onlyYours} />
        </section>
      )}
    </>
  );
}
