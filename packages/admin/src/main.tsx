import '@fontsource-variable/inter/wght.css';
import { hydrate, render } from 'preact';
import { App } from './app.tsx';
import { followScreens, prefetchScreen } from './prefetch-screens.ts';
import { navigate, path } from './router.ts';
import { me, readSession } from './session/session.ts';
import { rememberFont } from './shell/font.ts';
import { followTheme } from './shell/theme.ts';

followTheme();
rememberFont();
if (path.value === '/') navigate('/embed-settings', { replace: true });
// The session, the view's file and its data are fetched in parallel.
void readSession();
if (me.value !== null) prefetchScreen();
followScreens();
const root = document.querySelector('#app') as Element;
// The page may contain the sign-in form, with text that has been typed.
if (me.value === null) hydrate(<App />, root);
else {
  root.replaceChildren();
  render(<App />, root);
}
