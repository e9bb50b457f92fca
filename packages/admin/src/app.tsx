import { Button } from '@inlay/ui/button';
import { EmptyState } from '@inlay/ui/empty-state';
import { LeaveContext } from '@inlay/ui/leave-context';
import { leave } from '@inlay/ui/leave-guard';
import { Notice } from '@inlay/ui/notice';
import { Skeleton } from '@inlay/ui/skeleton';
import { Toasts } from '@inlay/ui/toast';
import type { VNode } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { Link } from './parts/link.tsx';
import { Screen } from './parts/screen.tsx';
import { fetchOtherScreens, loadScreen } from './prefetch-screens.ts';
import { path } from './router.ts';
import type { Screen as ScreenEntry } from './screen.ts';
import { screenAt } from './screens/index.ts';
import { me, readSession, startProblem } from './session/session.ts';
import { SignInPage } from './session/sign-in-page.tsx';
import { Shell } from './shell/shell.tsx';

export function App(): VNode {
  return (
    <LeaveContext.Provider value={leave}>
      <Content />
      <Toasts />
    </LeaveContext.Provider>
  );
}

function Content(): VNode {
  if (startProblem.value !== undefined) {
    return (
      <main class="sign-in">
        <EmptyState title="The server cannot be reached">
          <p>{startProblem.value}</p>
          <button type="button" class="ui-button ui-button-primary" onClick={() => void readSession()}>
            Try again
          </button>
        </EmptyState>
      </main>
    );
  }
  // The view requests its data while the session is being looked up, which saves a round trip.
  if (me.value === null) return <SignInPage />;
  return (
    <Shell>
      <View />
    </Shell>
  );
}

function View(): VNode {
  const screen = screenAt(path.value);
  const [shown, setShown] = useState<{ screen: ScreenEntry; render: (path: string) => VNode }>();
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    setFailed(false);
    if (!screen) return;
    loadScreen(screen).then(
      (render) => setShown({ screen, render }),
      () => setFailed(true),
    );
  }, [screen]);
  useEffect(() => {
    if (shown) void fetchOtherScreens();
  }, [shown]);
  if (failed) {
    return (
      <Screen title="This view could not be loaded">
        <Notice tone="bad" title="A part of the app is missing">
          <p>The app may have been updated meanwhile, or the connection is gone.</p>
          <Button onClick={() => location.reload()}>Reload the page</Button>
        </Notice>
      </Screen>
    );
  }
  if (!screen) {
    return (
      <Screen title="There is no such view">
        <EmptyState title="Nothing has this address">
          <p>It may be mistyped, or what was here has moved.</p>
          <Link to="/embed-settings" class="ui-button ui-button-primary">
            Go to Embed Settings
          </Link>
        </EmptyState>
      </Screen>
    );
  }
  if (shown?.screen !== screen) return <Skeleton lines={6} />;
  return shown.render(path.value);
}
