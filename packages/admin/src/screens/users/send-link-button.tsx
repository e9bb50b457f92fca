import type { User } from '@inlay/protocol/user';
import { Button } from '@inlay/ui/controls/button';
import { Notice } from '@inlay/ui/layout/notice';
import { showToast } from '@inlay/ui/overlays/toast';
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { useMessages } from '../../messages.ts';
import { useTask } from '../../parts/form/use-task.ts';
import { LinkDialog, type LinkToPassOn } from './link-dialog.tsx';
import { sendLink } from './send-link.ts';

/** Lets a user choose a password: by email, or with a link to pass on. */
export function SendLinkButton({ user }: { readonly user: User }): VNode {
  const t = useMessages('people').users.link;
  const [toPassOn, setToPassOn] = useState<LinkToPassOn>();
  const { busy, error, run } = useTask();
  const send = () =>
    run(async () => {
      const { link, expiresAt } = await sendLink(user);
      if (link === null) showToast(t.sent({ address: user.email ?? '' }));
      else setToPassOn({ username: user.username, link, expiresAt });
    });
  return (
    <>
      <Button busy={busy} onClick={() => void send()}>
        {user.lastLoginAt === null ? t.invite : t.reset}
      </Button>
      {error && <Notice tone="bad">{error.message}</Notice>}
      {toPassOn && <LinkDialog toPassOn={toPassOn} onDone={() => setToPassOn(undefined)} />}
    </>
  );
}
