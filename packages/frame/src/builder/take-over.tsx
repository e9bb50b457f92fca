import { baseLanguage } from '@inlay/protocol/language';
import { AUTHOR_ICONS } from '@inlay/ui/author-icons';
import { Button } from '@inlay/ui/controls/button';
import { addIcons } from '@inlay/ui/controls/icon';
import { followMarks } from '@inlay/ui/marks/follow-marks';
import { render } from 'preact';
import { toWireError } from '../host/host-link.ts';
import { loadAccess } from '../page/lazy-access.ts';
import { applyTheme } from '../page/lazy-changes.ts';
import { createPageContext, type LoadedPage } from '../page/page-context.ts';
import { App } from './app.tsx';
import { createBuilder } from './builder.ts';
import { handleBuilderRequests } from './handle-builder-requests.ts';

export async function takeOver(loaded: LoadedPage): Promise<void> {
  addIcons(AUTHOR_ICONS);
  const context = await createPageContext(loaded);
  const main = document.querySelector('main') ?? document.body;
  const { theme, lang, filters, variables } = await context.settings;
  context.choice.filters = filters;
  context.choice.variables = variables;
  // Reuse the server's rendering unless theme or language differ.
  let rendered = main.querySelector('[data-kind=dashboard]') ?? undefined;
  if (theme !== undefined && JSON.stringify(theme) !== JSON.stringify(context.page.theme))
    await applyTheme(context, theme).catch(console.error);
  if (lang !== undefined && baseLanguage(lang) !== baseLanguage(context.locale.lang())) {
    await context.locale.change(lang);
    rendered = undefined;
  }
  const open = async () => {
    try {
      const builder = await createBuilder(context, rendered);
      main.replaceChildren();
      main.removeAttribute('aria-busy');
      render(<App builder={builder} />, main);
      // Benchmarks measure up to this mark.
      performance.mark('inlay-builder-ready');
      loadAccess();
      handleBuilderRequests(context, builder);
      followMarks((...chosen) => void builder.dashboards.opened.value?.view.value?.choose(...chosen));
      context.link.emit('rendered', { tiles: 0 });
    } catch (error) {
      const { messages } = context.locale;
      context.link.emit('error', { ...toWireError(error), fatal: true });
      render(
        <div class="inlay-message" role="alert">
          <h1>{messages().failed}</h1>
          <p>{messages().offline}</p>
          <Button onClick={() => void open()}>{messages().retry}</Button>
        </div>,
        main,
      );
    }
  };
  await open();
}
