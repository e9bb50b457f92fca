import { ConfirmDialog } from '@inlay/ui/confirm-dialog';
import { Notice } from '@inlay/ui/notice';
import type { VNode } from 'preact';
import { counted } from '../../parts/counted.ts';
import type { NamedKind } from './named-kind.ts';
import type { CountedContent } from './use-contents.ts';

interface RemovalProps {
  readonly kind: NamedKind;
  readonly name: string;
  readonly contents: readonly CountedContent[];
  readonly onConfirm: () => Promise<void>;
  readonly onClose: () => void;
}

const list = new Intl.ListFormat('en');

/** Says what deleting does, or what has to leave before. */
export function Removal({ kind, name, contents, onConfirm, onClose }: RemovalProps): VNode {
  const held = contents.filter(({ total = 0 }) => total > 0);
  if (kind.mustBeEmpty && held.length > 0) {
    const what = list.format(held.map(({ total = 0, of }) => counted(total, of)));
    return (
      <Notice tone="warning" title={`${name} is not empty`}>
        <p>
          It has {what}. Move them to another {kind.one} first; then it can be deleted.
        </p>
      </Notice>
    );
  }
  return (
    <ConfirmDialog
      title={`Delete ${name}?`}
      action={`Delete the ${kind.one}`}
      onClose={onClose}
      onConfirm={onConfirm}
    >
      <p>{kind.removal}</p>
    </ConfirmDialog>
  );
}
