import type { Named } from '@inlay/protocol/named';
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { api } from '../../api/api.ts';
import { Button } from '../../parts/button.tsx';
import { CancelButton } from '../../parts/cancel-button.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { Field } from '../../parts/field.tsx';
import { Notice } from '../../parts/notice.tsx';
import { useTask } from '../../parts/use-task.ts';
import { useUnsaved } from '../../parts/use-unsaved.ts';
import { Values } from '../../parts/values.tsx';
import { Contents } from './contents.tsx';
import type { NamedKind } from './named-kind.ts';
import { Removal } from './removal.tsx';
import { useContents } from './use-contents.ts';

interface NamedDialogProps {
  readonly kind: NamedKind;
  readonly named?: Named;
  readonly onClose: () => void;
  readonly onDone: (text: string) => void;
}

export function NamedDialog(props: NamedDialogProps): VNode {
  return (
    <Dialog title={props.named?.name ?? `Create a ${props.kind.one}`} onClose={props.onClose}>
      <NamedForm {...props} />
    </Dialog>
  );
}

/** The same fields make one and rename it. */
function NamedForm({ kind, named, onClose, onDone }: NamedDialogProps): VNode {
  const { plural, one, nameExample, idHint } = kind;
  const [name, setName] = useState(named?.name ?? '');
  const [chosenId, setId] = useState<string>();
  const id = chosenId ?? suggestedId(name);
  const [removing, setRemoving] = useState(false);
  const contents = useContents(kind, named?.id);
  const { busy, error, run } = useTask();
  useUnsaved(name !== (named?.name ?? '') || chosenId !== undefined);
  const save = (event: SubmitEvent) => {
    event.preventDefault();
    void run(async () => {
      if (named) await api.patch(`/${plural}/{id}`, { path: { id: named.id }, body: { name } });
      else await api.post(`/${plural}`, { body: { name, id } });
      onDone(`The ${one} ${name} is saved.`);
    });
  };
  const remove = async () => {
    await api.delete(`/${plural}/{id}`, { path: { id: named?.id ?? '' } });
    onDone(`The ${one} ${named?.name} is deleted.`);
  };
  const problemAt = (at: string) => error?.problems.find((problem) => problem.path === at)?.problem;
  return (
    <form class="stack" onSubmit={save}>
      <Field label="Name" problem={problemAt('/name')}>
        <input
          class="input"
          required
          maxLength={256}
          placeholder={named ? undefined : nameExample}
          value={name}
          onInput={(event) => setName(event.currentTarget.value)}
        />
      </Field>
      {named ? (
        <>
          <Values values={[['Identifier', named.id]]} />
          <Contents contents={contents} />
        </>
      ) : (
        <Field label="Identifier" hint={idHint} problem={problemAt('/id')}>
          <input
            class="input mono"
            required
            maxLength={128}
            value={id}
            onInput={(event) => setId(event.currentTarget.value)}
          />
        </Field>
      )}
      {error && error.problems.length === 0 && <Notice tone="bad">{error.message}</Notice>}
      {removing && named && (
        <Removal
          kind={kind}
          name={named.name}
          contents={contents}
          onConfirm={remove}
          onClose={() => setRemoving(false)}
        />
      )}
      <div class="row end">
        {named && (
          <span class="apart">
            <Button kind="danger" onPress={() => setRemoving(true)}>
              Delete …
            </Button>
          </span>
        )}
        <CancelButton onPress={onClose} />
        <Button kind="main" type="submit" busy={busy}>
          {named ? 'Save' : `Create the ${one}`}
        </Button>
      </div>
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
