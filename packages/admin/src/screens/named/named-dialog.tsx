import { type Named, namedSchemas } from '@inlay/protocol/named';
import { Button } from '@inlay/ui/button';
import { CancelButton } from '@inlay/ui/cancel-button';
import { Dialog } from '@inlay/ui/dialog';
import { useForm } from '@inlay/ui/form/use-form';
import { Notice } from '@inlay/ui/notice';
import { TextField } from '@inlay/ui/text-field';
import { Values } from '@inlay/ui/values';
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { api } from '../../api/api.ts';
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

/** Of workspaces too: both are created with the same fields. */
const schema = namedSchemas('Group').create;

/** Creates a group or workspace, or renames it. */
function NamedForm({ kind, named, onClose, onDone }: NamedDialogProps): VNode {
  const { plural, one, nameExample, idHint } = kind;
  const form = useForm({
    schema,
    initial: named ?? { id: '', name: '' },
    save: (values) =>
      named
        ? api.patch(`/${plural}/{id}`, { path: { id: named.id }, body: { name: values.name } })
        : api.post(`/${plural}`, { body: values }),
    onSaved: () => onDone(`The ${one} ${form.values.name} is saved.`),
  });
  const { id, name } = form.values;
  const [removing, setRemoving] = useState(false);
  const contents = useContents(kind, named?.id);
  const remove = async () => {
    await api.delete(`/${plural}/{id}`, { path: { id: named?.id ?? '' } });
    onDone(`The ${one} ${named?.name} is deleted.`);
  };
  // The identifier follows the name until somebody writes another one.
  const rename = (next: string) =>
    form.set(!named && id === suggestedId(name) ? { name: next, id: suggestedId(next) } : { name: next });
  return (
    <form class="stack" {...form.props}>
      <TextField {...form.field('name')} placeholder={named ? undefined : nameExample} onChange={rename} />
      {named ? (
        <>
          <Values values={[['Identifier', named.id]]} />
          <Contents contents={contents} />
        </>
      ) : (
        <TextField {...form.field('id', { label: 'Identifier' })} mono hint={idHint} />
      )}
      {form.error && <Notice tone="bad">{form.error}</Notice>}
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
        <Button
          variant="primary"
          type="submit"
          busy={form.busy}
          disabled={named !== undefined && !form.isDirty}
        >
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
