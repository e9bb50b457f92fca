import type { SecondFactors } from '@inlay/protocol/second-factor';
import { Button } from '@inlay/ui/controls/button';
import { showToast } from '@inlay/ui/overlays/toast';
import type { VNode } from 'preact';
import { api } from '../../api/api.ts';
import { useMessages } from '../../messages.ts';
import { ConfirmButton } from '../../parts/form/confirm-button.tsx';
import { ItemList } from '../../parts/list/item-list.tsx';
import { Moment } from '../../parts/text/moment.tsx';
import { Rich } from '../../parts/text/rich.tsx';
import { PasskeyItem } from './passkey-item.tsx';

interface FactorListProps {
  readonly factors: SecondFactors;
  /** Whether the only one is required, so that it can be replaced but not removed. */
  readonly isLast: boolean;
  readonly onReplaceTotp: () => void;
  /** With new recovery codes. */
  readonly onCodes: (codes: readonly string[]) => void;
  readonly reload: () => void;
}

/** Each second factor with what can be done about it. */
export function FactorList({ factors, isLast, onReplaceTotp, onCodes, reload }: FactorListProps): VNode {
  const t = useMessages('access').factors;
  const { passkeys, totp, recoveryCodes } = factors;
  return (
    <>
      <ItemList label={t.list}>
        {passkeys.map((passkey) => (
          <PasskeyItem key={passkey.id} passkey={passkey} isLast={isLast} reload={reload} />
        ))}
        {totp && (
          <li>
            <div>
              <strong>{t.totp}</strong>
              <p class="ui-small ui-muted">
                <Rich text={t.added} parts={{ time: <Moment at={totp.createdAt} /> }} />
              </p>
            </div>
            <div class="ui-row">
              <Button label={t.replaceTotp} onClick={onReplaceTotp}>
                {t.replace}
              </Button>
              <ConfirmButton
                label={t.remove}
                longLabel={t.removeOf({ name: t.totp })}
                title={t.removeTotpTitle}
                action={t.removeNow}
                disabled={isLast}
                onConfirm={async () => {
                  await api.delete('/me/totp');
                  reload();
                  showToast(t.removed);
                }}
              >
                {t.removeTotpText}
              </ConfirmButton>
            </div>
          </li>
        )}
        <li>
          <div>
            <strong>{t.recoveryCodes}</strong>
            <p class="ui-small ui-muted">{t.codesLeft({ count: recoveryCodes.left })}</p>
          </div>
          <ConfirmButton
            label={t.newCodes}
            title={t.newCodesTitle}
            action={t.newCodesNow}
            onConfirm={async () => {
              const made = await api.post('/me/recovery-codes');
              reload();
              onCodes(made.recoveryCodes);
            }}
          >
            {t.newCodesText}
          </ConfirmButton>
        </li>
      </ItemList>
      {isLast && <p class="ui-small ui-muted">{t.lastOne}</p>}
    </>
  );
}
