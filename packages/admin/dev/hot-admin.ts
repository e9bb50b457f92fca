import type { Plugin } from 'vite';

/** Rerenders the app when one of its modules changes; address, session and theme are kept. */
const drawAgain = `
let Latest = App;
const drawAgain = () => {
  render(null, root);
  render(<Latest />, root);
};
import.meta.hot.accept('./app.tsx', (next) => {
  if (next) Latest = next.App;
  drawAgain();
});
import.meta.hot.accept('./prefetch-screens.ts', () => {}); // the app imports it too
import.meta.hot.on('inlay:server-restarted', drawAgain);
`;

/** What the admin app does in development alone. */
export const hotAdmin: Plugin = {
  name: 'inlay-hot-admin',
  enforce: 'pre',
  transform(code, id) {
    if (id.endsWith('/admin/src/main.tsx')) return code + drawAgain;
    return undefined;
  },
};
