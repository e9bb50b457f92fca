import { Button } from '@inlay/ui/controls/button';
import type { ConflictParts } from '@inlay/ui/form/conflict-parts';
import type { Conflict } from '@inlay/ui/form/use-conflict';
import { ConflictDialog as KitConflictDialog } from '@inlay/ui/overlays/conflict-dialog';
import type { VNode } from 'preact';
import { useMessages } from '../../messages.ts';
import { me } from '../../session/session.ts';
import { Moment } from '../text/moment.tsx';
import { Rich } from '../text/rich.tsx';
import { ChangeList } from './change-list.tsx';
import { changePlace, valueText } from './change-text.ts';

/** Shows the changes of another user, or of another tab, before anything is overwritten. */
export function ConflictDialog({ conflict }: { readonly conflict: Conflict }): VNode {
  const { conflict: t, changes: texts } = useMessages('admin').parts;
  const { at, parts, changes, takeTheirs, overwrite, cancel } = conflict;
  const isOwn = conflict.who !== undefined && conflict.who === me.value?.username;
  const name = isOwn ? t.otherTab : conflict.who === null ? t.operator : (conflict.who ?? t.someone);
  const clashes = parts?.clashes ?? [];
  const isClash = clashes.length > 0;
  const keepsBoth = parts !== undefined && !isClash;
  const keepsRest = isClash && (parts?.onlyYours.length ?? 0) > 0;
  const shownValue = (value: unknown) =>
    value === undefined ? <span class="ui-muted">{texts.nothing}</span> : valueText(value, texts);
  const who = <strong>{name}</strong>;
  return (
    <KitConflictDialog
      title={isOwn ? t.ownTitle : t.title}
      headings={{ both: t.both, yours: t.yours, theirs: conflict.who === undefined ? t.theirs : name }}
      clashes={clashes.map(({ path, yours, theirs }) => ({
        key: path,
        place: changePlace(path, texts),
        yours: shownValue(yours),
        theirs: shownValue(theirs),
      }))}
      actions={
        keepsBoth ? (
          <>
            <Button onClick={takeTheirs}>{t.dropMine}</Button>
            <Button variant="primary" onClick={overwrite}>
              {t.keepBoth}
            </Button>
          </>
        ) : (
          <>
            <Button variant="danger" onClick={overwrite}>
              {parts ? t.overwrite : t.continue}
            </Button>
            <Button variant="primary" onClick={takeTheirs}>
              {parts ? (keepsRest ? t.keepRest : t.dropMine) : t.takeTheirs}
            </Button>
          </>
        )
      }
      rest={parts ? <Parts parts={parts} name={name} /> : changes && <ChangeList changes={changes} />}
      onClose={cancel}
    >
      <p>
        {isOwn && at !== null ? (
          <Rich text={t.changedByYou} parts={{ time: <Moment at={at} /> }} />
        ) : at === null ? (
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
