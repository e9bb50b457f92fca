import '@fontsource-variable/inter/wght.css';
import { AUTHOR_ICONS } from '@inlay/ui/author-icons';
import { addIcons } from '@inlay/ui/controls/icon';
import { render } from 'preact';
import { App } from './app.tsx';
import { loadNamespaces } from './messages.ts';
import { followScreens, prefetchScreen } from './prefetch-screens.ts';
import { navigate, path } from './router.ts';
import { reportOutcome } from './session/report-outcome.ts';
import { me, readSession } from './session/session.ts';
import { rememberFont } from './shell/font.ts';
import { loadAccess } from './shell/load-access.ts';
import { followTheme } from './shell/theme.ts';

addIcons(AUTHOR_ICONS);
followTheme();
loadAccess();
rememberFont();
// The session, the view's file and its data are fetched in parallel.
readSession().then(reportOutcome).catch(console.warn);
if (path.value === '/') navigate('/embed-settings', { replace: true });
if (me.value !== null) prefetchScreen();
followScreens();
const start = () => render(<App />, document.querySelector('#app') as Element);
// Not a top-level await: the file of another language may import what is in this one. Without it, the app is in English.
loadNamespaces('admin').catch(console.error).finally(start);
