import '@fontsource-variable/inter/wght.css';
import { render } from 'preact';
import { App } from './app.tsx';
import { navigate, path } from './router.ts';
import { fetchView, followViews } from './routes.ts';
import { me, readSession } from './session/session.ts';
import { rememberFont } from './shell/font.ts';
import { followTheme } from './shell/theme.ts';

followTheme();
rememberFont();
if (path.value === '/') navigate('/embed-settings', { replace: true });
// The session, the view's file and its answers are fetched at once: none waits for another.
void readSession();
if (me.value !== null) fetchView();
followViews();
render(<App />, document.querySelector('#app') as Element);
