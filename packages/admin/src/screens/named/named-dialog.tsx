import type { Named } from '@inlay/protocol/named';
import { Button } from '@inlay/ui/button';
import { CancelButton } from '@inlay/ui/cancel-button';
import { Dialog } from '@inlay/ui/dialog';
import { Field } from '@inlay/ui/field';
import { Notice } from '@inlay/ui/notice';
import { useUnsaved } from '@inlay/ui/use-unsaved';
import { Values } from '@inlay/ui/values';
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { ask } from '../../api/ask.ts';
import { useTask } from '../../parts/use-task.ts';
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
  const path = `${plural}/${encodeURIComponent(named?.id ?? '')}`;
  const save = (event: SubmitEvent) => {
    event.preventDefault();
    void run(async () => {
      if (named) await ask('PATCH', path, { name });
      else await ask('POST', plural, { name, id });
      onDone(`The ${one} ${name} is saved.`);
    });
  };
  const remove = async () => {
    await ask('DELETE', path);
    onDone(`The ${one} ${named?.name} is deleted.`);
  };
  const problemAt = (at: string) => error?.problems.find((problem) => problem.path === at)?.problem;
  return (
    <form class="stack" onSubmit={save}>
      <Field label="Name" error={problemAt('/name')}>
        <input
          class="ui-input"
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
        <Field label="Identifier" hint={idHint} error={problemAt('/id')}>
          <input
            class="ui-input ui-mono"
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
            <Button variant="danger" onClick={() => setRemoving(true)}>
              Delete …
            </Button>
          </span>
        )}
        <CancelButton onClick={onClose} />
        <Button variant="primary" type="submit" busy={busy}>
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
