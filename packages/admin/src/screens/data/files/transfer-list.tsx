import { IconButton } from '@inlay/ui/icon-button';
import type { VNode } from 'preact';
import { byteText } from '../../../parts/byte-text.ts';
import { Link } from '../../../parts/link.tsx';
import { dismiss, type Transfer, transfers } from './upload-queue.ts';

export function TransferList(): VNode | null {
  if (transfers.value.length === 0) return null;
  return (
    <ul class="transfers" aria-label="Uploads">
      {transfers.value.map((transfer) => (
        <li key={transfer.name} class={`transfer transfer-${transfer.state}`}>
          <div class="transfer-head">
            <strong>{transfer.name}</strong>
            <span class="muted figures">{stateText(transfer)}</span>
            <IconButton
              icon="close"
              label={transfer.state === 'done' ? `Hide ${transfer.name}` : `Stop ${transfer.name}`}
              onClick={() => dismiss(transfer.name)}
            />
          </div>
          <progress
            max={transfer.size || 1}
            value={transfer.sent}
            aria-label={`Upload of ${transfer.name}`}
          />
          {transfer.note && (
            <p class="small" role={transfer.state === 'failed' ? 'alert' : undefined}>
              {transfer.note}
            </p>
          )}
          {transfer.table && (
            <p class="small">
              It is the table <code>{transfer.table}</code>.{' '}
              <Link to={`/datasets/new?file=${encodeURIComponent(transfer.table)}`}>
                Create a dataset from it
              </Link>
            </p>
          )}
        </li>
      ))}
    </ul>
  );
}

function stateText({ state, sent, size }: Transfer): string {
  if (state === 'done') return `${byteText(size)}, complete`;
  if (state === 'failed') return 'Not taken';
  if (state === 'checking') return 'Reading the columns …';
  const part = `${byteText(sent)} of ${byteText(size)}`;
  return state === 'waiting' ? `${part}, waiting` : part;
}
