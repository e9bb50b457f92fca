import '@fontsource-variable/inter/wght.css';
import { render } from 'preact';
import { App } from './app.tsx';
import { routeNow } from './routes.ts';
import { readSession } from './session/session.ts';
import { followTheme } from './shell/theme.ts';

followTheme();
// The view's file and the session are fetched at once: neither waits for the other.
void routeNow()
  ?.load()
  .catch(() => {});
void readSession();
render(<App />, document.querySelector('#app') as Element);
