import { Button } from '@inlay/ui/controls/button';
import { Notice } from '@inlay/ui/layout/notice';
import { TabBar } from '@inlay/ui/layout/tab-bar';
import { ConfirmDialog } from '@inlay/ui/overlays/confirm-dialog';
import { showToast } from '@inlay/ui/overlays/toast';
import type { ComponentChildren, VNode } from 'preact';
import { useState } from 'preact/hooks';
import { api } from '../../api/api.ts';
import { useQuery } from '../../api/use-query.ts';
import { useMessages } from '../../messages.ts';
import { useTask } from '../../parts/form/use-task.ts';
import { adoptStyles } from '../../parts/page/adopt-styles.ts';
import { Screen } from '../../parts/page/screen.tsx';
import { describeError } from '../../parts/text/describe-error.tsx';
import { Link } from '../../parts/text/link.tsx';
import { Rich } from '../../parts/text/rich.tsx';
import { can } from '../../session/can.ts';
import { mailSettings } from '../email/queries.ts';
import { reportSettings } from './queries.ts';
import css from './reports.css?inline';

adoptStyles(css);

const TABS = ['subscriptions', 'deliveries', 'destinations', 'settings'] as const;
type Tab = (typeof TABS)[number];

interface ReportPageProps {
  readonly tab: Tab;
  readonly actions?: ComponentChildren;
  readonly children: ComponentChildren;
}

/** What all parts of Reports have: their tabs, a way to pause everything, and why nothing may be sent. */
export function ReportPage({ tab, actions, children }: ReportPageProps): VNode {
  const t = useMessages('reportAdmin');
  const settings = useQuery(reportSettings).data;
  const isOn = settings !== undefined && settings.rights !== 'off';
  return (
    <Screen
      title={t.title}
      intro={
        <>
          {t.intro} <GuideLink page="reports">{t.guide}</GuideLink>
        </>
      }
      actions={
        <>
          {isOn && !settings.isPaused && can('settings:write') && <PauseButton />}
          {actions}
        </>
      }
    >
      <TabBar label={t.parts} value={tab}>
        {TABS.map((key) => (
          <Link key={key} class="ui-tab" to={pathOf(key)} current={key === tab}>
            {t.tabs[key]}
          </Link>
        ))}
      </TabBar>
      {settings?.isPaused && <PausedNotice />}
      {isOn && <NoMailNotice />}
      {children}
    </Screen>
  );
}

const pathOf = (tab: Tab): string => (tab === 'subscriptions' ? '/reports' : `/reports/${tab}`);

interface GuideLinkProps {
  readonly page: string;
  readonly children: string;
}

export function GuideLink({ page, children }: GuideLinkProps): VNode {
  return (
    <a class="ui-link" href={`/docs/guide/${page}`} target="_blank" rel="noreferrer">
      {children} ↗
    </a>
  );
}

const setPaused = (isPaused: boolean) => api.patch('/report-settings', { body: { isPaused } });

function PauseButton(): VNode {
  const t = useMessages('reportAdmin').pause;
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>{t.all}</Button>
      {isOpen && (
        <ConfirmDialog
          title={t.title}
          action={t.action}
          describe={describeError}
          onClose={close}
          onConfirm={async () => {
            await setPaused(true);
            close();
            showToast(t.done);
          }}
        >
          <p>{t.text}</p>
        </ConfirmDialog>
      )}
    </>
  );
}

function PausedNotice(): VNode {
  const t = useMessages('reportAdmin').pause;
  const { busy, error, run } = useTask();
  const resume = () =>
    run(async () => {
      await setPaused(false);
      showToast(t.resumed);
    });
  return (
    <Notice tone="warning" title={t.paused}>
      <p>{t.pausedText}</p>
      {can('settings:write') && (
        <Button busy={busy} onClick={() => void resume()}>
          {t.resume}
        </Button>
      )}
      {error && <p class="ui-field-error">{error.message}</p>}
    </Notice>
  );
}

function NoMailNotice(): VNode | null {
  const t = useMessages('reportAdmin').noMail;
  const { nav } = useMessages('admin');
  if (useQuery(mailSettings).data?.canSend !== false) return null;
  return (
    <Notice tone="warning" title={t.title}>
      <p>
        <Rich text={t.text} parts={{ email: <Link to="/email">{nav.titles.email}</Link> }} />
      </p>
    </Notice>
  );
}
