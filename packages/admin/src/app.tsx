import { Button } from '@inlay/ui/controls/button';
import { LeaveContext } from '@inlay/ui/form/leave-context';
import { leave } from '@inlay/ui/form/leave-guard';
import { EmptyState } from '@inlay/ui/layout/empty-state';
import { Notice } from '@inlay/ui/layout/notice';
import { Skeleton } from '@inlay/ui/layout/skeleton';
import { Toasts } from '@inlay/ui/overlays/toast';
import type { VNode } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { KitTexts } from './kit-texts.tsx';
import { useMessages } from './messages.ts';
import { lazy } from './parts/page/lazy.tsx';
import { Screen } from './parts/page/screen.tsx';
import { Link } from './parts/text/link.tsx';
import { fetchOtherScreens, fetchScreenAhead, loadScreen, prefetchScreen } from './prefetch-screens.ts';
import { path } from './router.ts';
import type { Screen as ScreenEntry } from './screen.ts';
import { loadSignIn, screenAt } from './screens/index.ts';
import { can } from './session/can.ts';
import { publicPageAt } from './session/public/public-pages.ts';
import { me, readSession, startProblem } from './session/session.ts';
import { Shell } from './shell/shell.tsx';

const SignInPage = lazy(loadSignIn);

export function App(): VNode {
  return (
    <KitTexts>
      <LeaveContext.Provider value={leave}>
        <Content />
        <Toasts />
      </LeaveContext.Provider>
    </KitTexts>
  );
}

function Content(): VNode {
  const { actions, problems } = useMessages('admin');
  const PublicPage = publicPageAt(path.value);
  if (PublicPage) return <PublicPage />;
  if (startProblem.value !== undefined) {
    return (
      <main class="sign-in">
        <EmptyState title={problems.unreachable}>
          <p>{startProblem.value}</p>
          <Button variant="primary" onClick={() => void readSession()}>
            {actions.retry}
          </Button>
        </EmptyState>
      </main>
    );
  }
  // The screen requests its data while the session is being looked up, which saves a round trip.
  if (me.value === null) {
    return <SignInPage onShown={() => void fetchScreenAhead()} meanwhile={prefetchScreen} />;
  }
  return (
    <Shell>
      <View />
    </Shell>
  );
}

function View(): VNode {
  const t = useMessages('admin').problems;
  const screen = screenAt(path.value);
  const [shown, setShown] = useState<{ screen: ScreenEntry; render: (path: string) => VNode }>();
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    setFailed(false);
    if (!screen) return;
    loadScreen(screen, path.value).then(
      (render) => setShown({ screen, render }),
      () => setFailed(true),
    );
  }, [screen]);
  useEffect(() => {
    if (shown) void fetchOtherScreens();
  }, [shown]);
  if (failed) {
    return (
      <Screen title={t.screenFailed}>
        <Notice tone="bad" title={t.fileMissing}>
          <p>{t.fileMissingText}</p>
          <Button onClick={() => location.reload()}>{t.reloadPage}</Button>
        </Notice>
      </Screen>
    );
  }
  if (!screen) {
    return (
      <Screen title={t.noScreen}>
        <EmptyState title={t.noScreenTitle}>
          <p>{t.noScreenText}</p>
          <Link to="/embed-settings" class="ui-button ui-button-primary">
            {t.toEmbedSettings}
          </Link>
        </EmptyState>
      </Screen>
    );
  }
  if (!can(...screen.needs)) {
    return (
      <Screen title={t.noPermission}>
        <EmptyState title={t.noPermissionTitle}>
          <p>{t.noPermissionText}</p>
          <Link to="/apps" class="ui-button ui-button-primary">
            {t.toApps}
          </Link>
        </EmptyState>
      </Screen>
    );
  }
  if (shown?.screen !== screen) return <Skeleton lines={6} />;
  return shown.render(path.value);
}
