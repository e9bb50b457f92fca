import '@fontsource-variable/inter/wght.css';
import { render } from 'preact';
import { App } from './app.tsx';
import { readSession } from './session/session.ts';
import { followTheme } from './shell/theme.ts';

followTheme();
void readSession();
render(<App />, document.querySelector('#app') as Element);
