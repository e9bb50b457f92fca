import type { DataMessages } from '@inlay/messages/data';
import { IconButton } from '@inlay/ui/controls/icon-button';
import type { VNode } from 'preact';
import { useMessages } from '../../../messages.ts';
import { adoptStyles } from '../../../parts/page/adopt-styles.ts';
import { byteText } from '../../../parts/text/byte-text.ts';
import { Link } from '../../../parts/text/link.tsx';
import { Rich } from '../../../parts/text/rich.tsx';
import css from './transfer-list.css?inline';
import { dismiss, type Transfer, transfers } from './upload-queue.ts';

adoptStyles(css);

export function TransferList(): VNode | null {
  const t = useMessages('data').files;
  if (transfers.value.length === 0) return null;
  return (
    <ul class="ui-stack-tight" aria-label={t.uploads}>
      {transfers.value.map((transfer) => (
        <li key={transfer.name} class={`transfer transfer-${transfer.state}`}>
          <div class="transfer-head">
            <strong>{transfer.name}</strong>
            <span class="ui-muted ui-figures">{stateText(transfer, t)}</span>
            <IconButton
              icon="close"
              label={transfer.state === 'done' ? t.hide(transfer) : t.stop(transfer)}
              onClick={() => dismiss(transfer.name)}
            />
          </div>
          <progress max={transfer.size || 1} value={transfer.sent} aria-label={t.progress(transfer)} />
          {transfer.state === 'waiting' && <p class="ui-small">{t.interrupted}</p>}
          {transfer.state === 'failed' && (
            <p class="ui-small" role="alert">
              {transfer.error || t.importFailed}
            </p>
          )}
          {transfer.rows !== undefined && <p class="ui-small">{t.rows({ count: transfer.rows })}</p>}
          {transfer.table && (
            <p class="ui-small">
              <Rich text={t.imported} parts={{ table: <code>{transfer.table}</code> }} />{' '}
              <Link to={`/start?file=${encodeURIComponent(transfer.table)}`}>
                {t.proposeFrom({ table: transfer.table })}
              </Link>{' '}
              <Link to={`/datasets/new?file=${encodeURIComponent(transfer.table)}`}>
                {t.createFrom({ table: transfer.table })}
              </Link>
            </p>
          )}
        </li>
      ))}
    </ul>
  );
}

function stateText({ state, ...bytes }: Transfer, t: DataMessages['files']): string {
  const size = byteText(bytes.size);
  if (state === 'done') return t.complete({ size });
  if (state === 'failed') return t.failed;
  if (state === 'checking') return t.checking;
  const part = { sent: byteText(bytes.sent), size };
  return state === 'waiting' ? t.waiting(part) : t.sent(part);
}
