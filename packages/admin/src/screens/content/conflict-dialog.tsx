import { Button } from '@inlay/ui/button';
import { ConflictDialog as KitConflictDialog } from '@inlay/ui/conflict-dialog';
import type { ConflictParts } from '@inlay/ui/form/conflict-parts';
import type { Conflict } from '@inlay/ui/form/use-conflict';
import type { VNode } from 'preact';
import { Moment } from '../../parts/moment.tsx';
import { ChangeList } from './change-list.tsx';
import { changePlace, valueText } from './change-text.ts';

/** Two people worked on the same thing: nothing is overwritten before one of them has seen what the other did. */
export function ConflictDialog({ conflict }: { readonly conflict: Conflict }): VNode {
  const { at, parts, changes, takeTheirs, overwrite, cancel } = conflict;
  const who = conflict.who === null ? 'The operator' : conflict.who;
  const clashes = parts?.clashes.length ?? 0;
  const keepsRest = clashes > 0 && (parts?.onlyYours.length ?? 0) > 0;
  return (
    <KitConflictDialog
      title="Somebody else saved meanwhile"
      headings={{ both: 'Both changed', yours: 'Yours', theirs: who ?? 'Theirs' }}
      clashes={(parts?.clashes ?? []).map(({ path, yours, theirs }) => ({
        key: path,
        place: changePlace(path),
        yours: shownValue(yours),
        theirs: shownValue(theirs),
      }))}
      actions={
        <>
          <Button onClick={takeTheirs}>
            {parts ? (keepsRest ? 'Take theirs, keep the rest' : 'Take theirs, drop mine') : 'Show me theirs'}
          </Button>
          <Button variant="primary" onClick={overwrite}>
            {parts ? (clashes > 0 ? 'Save mine over it' : 'Keep both changes') : 'Go on all the same'}
          </Button>
        </>
      }
      rest={parts ? <Parts parts={parts} who={who} /> : changes && <ChangeList changes={changes} />}
      onClose={cancel}
    >
      <p>
        <strong>{who ?? 'Somebody else'}</strong> changed this {at !== null && <Moment at={at} />}.{' '}
        {parts ? sayings[clashes > 0 ? 'clash' : 'apart'] : 'Look at it before you go on.'}
      </p>
    </KitConflictDialog>
  );
}

const sayings = {
  clash: 'Your changes are not saved yet. In some places you changed the same.',
  apart: 'Your changes are not saved yet. You changed different things, so both can stay.',
} as const;

function Parts({ parts, who }: { readonly parts: ConflictParts; readonly who: string | undefined }): VNode {
  const { clashes, onlyTheirs, onlyYours } = parts;
  return (
    <>
      {onlyTheirs.length > 0 && (
        <section class="stack-tight">
          <h3>
            {clashes.length > 0
              ? `Only ${who ?? 'they'} changed: stays in any case`
              : `Changed by ${who ?? 'them'}`}
          </h3>
          <ChangeList changes={onlyTheirs} />
        </section>
      )}
      {onlyYours.length > 0 && (
        <section class="stack-tight">
          <h3>{clashes.length > 0 ? 'Only you changed: is saved in any case' : 'Changed by you'}</h3>
          <ChangeList changes={onlyYours} />
        </section>
      )}
    </>
  );
}

const shownValue = (value: unknown) =>
  value === undefined ? <span class="muted">nothing</span> : valueText(value);
