import { Button } from '@inlay/ui/button';
import { EmptyState } from '@inlay/ui/empty-state';
import { Notice } from '@inlay/ui/notice';
import { Skeleton } from '@inlay/ui/skeleton';
import { Toasts } from '@inlay/ui/toast';
import type { ComponentType, VNode } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { Link } from './parts/link.tsx';
import { Screen } from './parts/screen.tsx';
import { path } from './router.ts';
import { fetchOtherViews, type Route, routeNow } from './routes.ts';
import { me, readSession, startProblem } from './session/session.ts';
import { SignInPage } from './session/sign-in-page.tsx';
import { Shell } from './shell/shell.tsx';

export function App(): VNode {
  return (
    <>
      <Content />
      <Toasts />
    </>
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
  const route = routeNow();
  const [shown, setShown] = useState<{ route: Route; Shown: ComponentType<{ readonly id: string }> }>();
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    setFailed(false);
    route?.load().then(
      (Shown) => setShown({ route, Shown }),
      () => setFailed(true),
    );
  }, [route]);
  useEffect(() => {
    if (shown) void fetchOtherViews();
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
  if (!route) {
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
  if (shown?.route !== route) return <Skeleton lines={6} />;
  const id = decodeURIComponent(route.pattern.exec(path.value)?.[1] ?? '');
  return <shown.Shown id={id} />;
}
