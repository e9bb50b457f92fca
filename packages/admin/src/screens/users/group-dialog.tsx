import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { ask } from '../../api/ask.ts';
import { Button } from '../../parts/button.tsx';
import { CancelButton } from '../../parts/cancel-button.tsx';
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { Field } from '../../parts/field.tsx';
import { Notice } from '../../parts/notice.tsx';
import { useTask } from '../../parts/use-task.ts';
import { useUnsaved } from '../../parts/use-unsaved.ts';
import type { Named } from './groups-screen.tsx';

interface GroupDialogProps {
  readonly group?: Named;
  readonly onClose: () => void;
  readonly onDone: (text: string) => void;
  readonly onRemove: (group: Named) => Promise<unknown>;
}

export function GroupDialog(props: GroupDialogProps): VNode {
  return (
    <Dialog title={props.group?.name ?? 'Create a group'} onClose={props.onClose}>
      <GroupForm {...props} />
    </Dialog>
  );
}

function GroupForm({ group, onClose, onDone, onRemove }: GroupDialogProps): VNode {
  const [name, setName] = useState(group?.name ?? '');
  const [chosenId, setId] = useState<string>();
  const id = chosenId ?? suggestedId(name);
  const [removing, setRemoving] = useState(false);
  const { busy, error, run } = useTask();
  useUnsaved(name !== (group?.name ?? '') || chosenId !== undefined);
  const save = (event: SubmitEvent) => {
    event.preventDefault();
    void run(async () => {
      if (group) await ask('PATCH', `groups/${encodeURIComponent(group.id)}`, { name });
      else await ask('POST', 'groups', { name, id });
      onDone(`The group ${name} is saved.`);
    });
  };
  const remove = async (doomed: Named) => {
    await onRemove(doomed);
    onDone(`The group ${doomed.name} is deleted.`);
  };
  return (
    <form class="stack" onSubmit={save}>
      <Field label="Name">
        <input class="input" required value={name} onInput={(event) => setName(event.currentTarget.value)} />
      </Field>
      {!group && (
        <Field
          label="Identifier"
          hint="What rules and your server write, such as emea. It cannot change later."
        >
          <input
            class="input mono"
            required
            value={id}
            onInput={(event) => setId(event.currentTarget.value)}
          />
        </Field>
      )}
      {error && <Notice tone="bad">{error.message}</Notice>}
      <div class="row end">
        {group && (
          <span class="apart">
            <Button kind="danger" onPress={() => setRemoving(true)}>
              Delete …
            </Button>
          </span>
        )}
        <CancelButton onPress={onClose} />
        <Button kind="main" type="submit" busy={busy}>
          {group ? 'Save' : 'Create the group'}
        </Button>
      </div>
      {removing && group && (
        <ConfirmDialog
          title={`Delete ${group.name}?`}
          action="Delete the group"
          onClose={() => setRemoving(false)}
          onConfirm={() => remove(group)}
        >
          <p>Its members stay, without it. Rules that name it match nobody.</p>
        </ConfirmDialog>
      )}
    </form>
  );
}

function suggestedId(name: string): string {
  return name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '');
}
