import { Button } from '@inlay/ui/controls/button';
import { Notice } from '@inlay/ui/layout/notice';
import { Dialog } from '@inlay/ui/overlays/dialog';
import { showToast } from '@inlay/ui/overlays/toast';
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { useMessages } from '../../messages.ts';
import { RefusedList } from '../content/refused-list.tsx';
import type { TitleLink } from '../content/title-links.tsx';
import { TitleList } from '../content/title-list.tsx';
import type { CountMessage } from '../list/list-pager.tsx';
import { type Outcome, runEach } from './run-each.ts';

export interface BulkItem extends TitleLink {
  readonly send: () => Promise<unknown>;
}

export interface BulkDialogProps {
  readonly verb: 'archive' | 'restore' | 'delete';
  readonly items: readonly BulkItem[];
  /** The message that counts them. */
  readonly of: CountMessage;
  /** What it means. */
  readonly hint?: string;
  readonly onClose: (isDone: boolean) => void;
}

/** Asks before an action on several items, which it lists, and reports those that were refused. */
export function BulkDialog({ verb, items, of, hint, onClose }: BulkDialogProps): VNode {
  const { actions } = useMessages('admin');
  const bulk = useMessages('bulk');
  const t = bulk[verb];
  const [busy, setBusy] = useState(false);
  const [outcome, setOutcome] = useState<Outcome<BulkItem>>();
  const what = of({ count: items.length });
  const run = async () => {
    setBusy(true);
    const result = await runEach(items, ({ send }) => send());
    if (result.refused.length === 0) {
      showToast(t.done({ what }));
      onClose(true);
    } else setOutcome(result);
  };
  if (outcome) {
    const { done, refused } = outcome;
    return (
      <Dialog
        title={t.failed({ what: of({ count: refused.length }) })}
        onClose={() => onClose(done.length > 0)}
        actions={
          <Button autofocus onClick={() => onClose(done.length > 0)}>
            {actions.close}
          </Button>
        }
      >
        {done.length > 0 && <Notice tone="good">{t.done({ what: of({ count: done.length }) })}</Notice>}
        <RefusedList refused={refused.map(({ item, error }) => ({ ...item, problem: error }))} />
      </Dialog>
    );
  }
  return (
    <Dialog
      title={t.title({ what })}
      onClose={() => onClose(false)}
      actions={
        <>
          <Button autofocus onClick={() => onClose(false)}>
            {actions.cancel}
          </Button>
          <Button variant={verb === 'delete' ? 'danger' : 'primary'} busy={busy} onClick={() => void run()}>
            {t.action}
          </Button>
        </>
      }
    >
      <TitleList titles={items.map(({ title }) => title)} more={bulk.more} />
      <p>{hint ?? t.hint}</p>
    </Dialog>
  );
}
