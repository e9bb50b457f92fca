import { type Named, namedSchemas } from '@inlay/protocol/named';
import { slugOf } from '@inlay/protocol/slug-of';
import { Button } from '@inlay/ui/controls/button';
import { TextField } from '@inlay/ui/controls/text-field';
import { useForm } from '@inlay/ui/form/use-form';
import { Notice } from '@inlay/ui/layout/notice';
import { Values } from '@inlay/ui/layout/values';
import { ConfirmDialog } from '@inlay/ui/overlays/confirm-dialog';
import { Dialog } from '@inlay/ui/overlays/dialog';
import type { VNode } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { api } from '../../api/api.ts';
import { loadQuery } from '../../api/query-cache.ts';
import { adminLocale, useMessages } from '../../messages.ts';
import { Changeable } from '../../parts/form/changeable.tsx';
import { DialogForm } from '../../parts/form/dialog-form.tsx';
import { Link } from '../../parts/text/link.tsx';
import { numberText } from '../../parts/text/number-text.ts';
import type { Content, NamedKind } from './named-kind.ts';

interface NamedDialogProps {
  readonly kind: NamedKind;
  readonly named?: Named;
  readonly onClose: () => void;
  readonly onDone: (text: string) => void;
}

export function NamedDialog(props: NamedDialogProps): VNode {
  return (
    <Dialog title={props.named?.name ?? props.kind.texts.create} onClose={props.onClose}>
      <Changeable needs={props.kind.plural === 'groups' ? 'users:write' : 'settings:write'}>
        <NamedForm {...props} />
      </Changeable>
    </Dialog>
  );
}

/** Groups and workspaces are created with the same fields. */
const schema = namedSchemas('Group').create;

/** Creates a group or workspace, or renames it. */
function NamedForm({ kind, named, onClose, onDone }: NamedDialogProps): VNode {
  const t = useMessages('tenant').named;
  const { plural, texts } = kind;
  const form = useForm({
    schema,
    initial: named ?? { id: '', name: '' },
    save: (values) =>
      named
        ? api.patch(`/${plural}/{id}`, { path: { id: named.id }, body: { name: values.name } })
        : api.post(`/${plural}`, { body: values }),
    onSaved: () => onDone(texts.saved({ name: form.values.name })),
  });
  const { id, name } = form.values;
  const [removing, setRemoving] = useState(false);
  const contents = useContents(kind, named?.id);
  const remove = async () => {
    await api.delete(`/${plural}/{id}`, { path: { id: named?.id ?? '' } });
    onDone(texts.deleted({ name: named?.name ?? '' }));
  };
  // The identifier follows the name until it is changed.
  const rename = (next: string) =>
    form.set(!named && id === slugOf(name) ? { name: next, id: slugOf(next) } : { name: next });
  return (
    <DialogForm
      form={form}
      action={named ? t.save : texts.create}
      disabled={named !== undefined && !form.isDirty}
      before={
        named && (
          <span class="ui-apart">
            <Button variant="danger" onClick={() => setRemoving(true)}>
              {t.delete}
            </Button>
          </span>
        )
      }
      onClose={onClose}
    >
      <TextField
        {...form.field('name', { label: t.name })}
        placeholder={named ? undefined : texts.nameExample}
        onChange={rename}
      />
      {named ? (
        <>
          <Values values={[[t.id, named.id]]} />
          <Contents contents={contents} />
        </>
      ) : (
        <TextField {...form.field('id', { label: t.id })} mono hint={texts.idHint} />
      )}
      {removing && named && (
        <DeleteDialog
          kind={kind}
          name={named.name}
          contents={contents}
          onConfirm={remove}
          onClose={() => setRemoving(false)}
        />
      )}
    </DialogForm>
  );
}

function Contents({ contents }: { readonly contents: readonly CountedContent[] }): VNode {
  const t = useMessages('tenant').named;
  return (
    <ul class="ui-box contents" aria-label={t.contents}>
      {contents.map(({ title, to, total }) => (
        <li key={to}>
          <Link to={to}>{title}</Link>
          <span class="ui-figures ui-muted">{total === undefined ? '…' : numberText(total)}</span>
        </li>
      ))}
    </ul>
  );
}

interface DeleteDialogProps {
  readonly kind: NamedKind;
  readonly name: string;
  readonly contents: readonly CountedContent[];
  readonly onConfirm: () => Promise<void>;
  readonly onClose: () => void;
}

/** Asks before it deletes, or names what has to be moved first. */
function DeleteDialog({ kind: { texts }, name, contents, onConfirm, onClose }: DeleteDialogProps): VNode {
  const { named: t, workspaces } = useMessages('tenant');
  const kept = contents.flatMap(({ count, total = 0 }) =>
    count && total > 0 ? [count({ count: total })] : [],
  );
  if (kept.length > 0) {
    const listed = new Intl.ListFormat(adminLocale()).format(kept);
    return (
      <Notice tone="warning" title={workspaces.notEmpty({ name })}>
        <p>{workspaces.notEmptyText({ contents: listed })}</p>
      </Notice>
    );
  }
  return (
    <ConfirmDialog
      title={t.deleteTitle({ name })}
      action={texts.delete}
      onClose={onClose}
      onConfirm={onConfirm}
    >
      <p>{texts.deleteText}</p>
    </ConfirmDialog>
  );
}

interface CountedContent extends Content {
  readonly to: string;
  /** Unknown while it loads, or if it could not be counted. */
  readonly total: number | undefined;
}

/** What belongs to a group or workspace, with totals. */
function useContents({ plural, contents }: NamedKind, id: string | undefined): readonly CountedContent[] {
  const [totals, setTotals] = useState<readonly (number | undefined)[]>([]);
  useEffect(() => {
    if (id === undefined) return undefined;
    let isMounted = true;
    const count = async ({ first }: Content) => (await loadQuery(first(id))).meta.total;
    void Promise.all(contents.map((content) => count(content).catch(() => undefined))).then(
      (counts) => isMounted && setTotals(counts),
    );
    return () => {
      isMounted = false;
    };
  }, [plural, id]);
  return contents.map((content, at) => ({
    ...content,
    to: `/${content.list}${encodeURIComponent(id ?? '')}`,
    total: totals[at],
  }));
}
