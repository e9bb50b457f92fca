import { join } from 'node:path';
import { createServer, type ViteDevServer } from 'vite';
import { pageStyle } from '../../frame/build.ts';
import { answerRequests } from './answer-requests.ts';
import { hotAdmin } from './hot-admin.ts';
import type { Backend } from './sign-in.ts';

const admin = join(import.meta.dirname, '..');
const packages = join(admin, '..');
const charts = join(packages, 'charts', 'src');

interface Options {
  readonly port: number;
  /** Where packages are kept as browsers load them: two that run at once must not share it. */
  readonly cacheDir: string;
  /** Without it there is the gallery alone. */
  readonly backend?: Backend;
}

/** Serves admin app, frame and gallery from their sources at one address, in front of a server. */
export async function startPages({ port, cacheDir, backend }: Options): Promise<ViteDevServer> {
  const vite: ViteDevServer = await createServer({
    configFile: join(admin, 'vite.config.ts'),
    root: admin,
    cacheDir,
    appType: 'custom',
    clearScreen: false,
    logLevel: 'warn',
    plugins: [
      hotAdmin,
      pageStyle(async () => {
        const { chartCss } = await vite.ssrLoadModule(join(charts, 'chart-css.ts'));
        const { themeCss } = await vite.ssrLoadModule(join(charts, 'theme', 'create-theme.ts'));
        return { chartCss, themeCss };
      }),
      {
        name: 'inlay-hot-page-style',
        hotUpdate({ file, modules }) {
          const style = this.environment.moduleGraph.getModulesByFile(join(packages, 'frame/src/page.css'));
          return file.startsWith(charts) ? [...modules, ...(style ?? [])] : modules;
        },
      },
      answerRequests(backend),
    ],
    // Packages that are found only later make every page load again.
    optimizeDeps: { entries: ['src/main.tsx', 'dev/frame-entry.ts', 'dev/gallery/main.tsx'] },
    server: {
      host: '127.0.0.1',
      port,
      strictPort: true,
      // Other pages of this machine may do what the server lets them, and no more.
      cors: false,
      fs: { allow: [packages, join(packages, '../node_modules'), cacheDir] },
    },
  });
  return vite.listen();
}
