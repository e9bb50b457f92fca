import type { VNode } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { Button } from './parts/button.tsx';
import { Empty } from './parts/empty.tsx';
import { Link } from './parts/link.tsx';
import { Notice } from './parts/notice.tsx';
import { Screen } from './parts/screen.tsx';
import { Skeleton } from './parts/skeleton.tsx';
import { Toasts } from './parts/toasts.tsx';
import { fetchOtherScreens } from './prefetch-screens.ts';
import { path } from './router.ts';
import type { Screen as ScreenEntry } from './screen.ts';
import { screenAt } from './screens/index.ts';
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
        <Empty title="The server cannot be reached">
          <p>{startProblem.value}</p>
          <button type="button" class="button button-main" onClick={() => void readSession()}>
            Try again
          </button>
        </Empty>
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
    screen?.load().then(
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
          <Button onPress={() => location.reload()}>Reload the page</Button>
        </Notice>
      </Screen>
    );
  }
  if (!screen) {
    return (
      <Screen title="There is no such view">
        <Empty title="Nothing has this address">
          <p>It may be mistyped, or what was here has moved.</p>
          <Link to="/embed-settings" class="button button-main">
            Go to Embed Settings
          </Link>
        </Empty>
      </Screen>
    );
  }
  if (shown?.screen !== screen) return <Skeleton lines={6} />;
  return shown.render(path.value);
}
