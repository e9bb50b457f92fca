import type { SecondFactors } from '@inlay/protocol/second-factor';
import { Button } from '@inlay/ui/controls/button';
import { Badge } from '@inlay/ui/layout/badge';
import { Card } from '@inlay/ui/layout/card';
import { Notice } from '@inlay/ui/layout/notice';
import { Skeleton } from '@inlay/ui/layout/skeleton';
import { showToast } from '@inlay/ui/overlays/toast';
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { useQuery } from '../../api/use-query.ts';
import { loadNamespaces, useMessages } from '../../messages.ts';
import { lazy } from '../../parts/page/lazy.tsx';
import { Trouble } from '../../parts/page/trouble.tsx';
import type { FactorDialogProps } from './factor-dialog.tsx';
import { FactorList } from './factor-list.tsx';
import { ownFactors } from './queries.ts';

const FactorDialog = lazy(async () => {
  const [file] = await Promise.all([import('./factor-dialog.tsx'), loadNamespaces('signIn')]);
  return file.FactorDialog;
}, 0);

/** What the user can sign in with besides the password. */
export function SecondFactorSection(): VNode {
  const t = useMessages('access').factors;
  const { data, error, reload } = useQuery(ownFactors);
  return (
    <Card
      title={t.title}
      text={t.text}
      action={data?.isRequired && <Badge tone="neutral">{t.required}</Badge>}
    >
      {error && <Trouble error={error} onRetry={reload} />}
      {!data && !error && <Skeleton lines={3} />}
      {data && <Factors factors={data} reload={reload} />}
    </Card>
  );
}

interface FactorsProps {
  readonly factors: SecondFactors;
  readonly reload: () => void;
}

function Factors({ factors, reload }: FactorsProps): VNode {
  const t = useMessages('access').factors;
  const [dialog, setDialog] = useState<FactorDialogProps['dialog']>();
  const { passkeys, totp, isRequired, recoveryCodes } = factors;
  const count = passkeys.length + (totp ? 1 : 0);
  const onAdded = (codes: readonly string[]) => {
    reload();
    showToast(dialog === 'passkey' ? t.passkeyAdded : t.totpAdded);
    setDialog(codes.length > 0 ? codes : undefined);
  };
  return (
    <>
      {count === 0 && <p>{isRequired ? t.noneRequired : t.none}</p>}
      {count > 0 && (
        <FactorList
          factors={factors}
          isLast={isRequired && count === 1}
          onReplaceTotp={() => setDialog('another-totp')}
          onCodes={setDialog}
          reload={reload}
        />
      )}
      {count > 0 && recoveryCodes.left < 4 && (
        <Notice tone="warning">{t.fewCodes({ count: recoveryCodes.left })}</Notice>
      )}
      <div class="ui-row">
        <Button variant={count === 0 ? 'primary' : 'secondary'} onClick={() => setDialog('passkey')}>
          {t.addPasskey}
        </Button>
        {!totp && <Button onClick={() => setDialog('totp')}>{t.addTotp}</Button>}
      </div>
      {dialog && <FactorDialog dialog={dialog} onClose={() => setDialog(undefined)} onAdded={onAdded} />}
    </>
  );
}
