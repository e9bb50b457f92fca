import { baseLanguage } from '@inlay/protocol/language';
import { Button } from '@inlay/ui/button';
import { followMarks } from '@inlay/ui/marks/follow-marks';
import { render } from 'preact';
import { toWireError } from '../host/host-link.ts';
import { createStage, type Opening } from '../stage/stage.ts';
import { useTheme } from '../stage/use-theme.ts';
import { answerHost } from './answer-host.ts';
import { App } from './app.tsx';
import { createBuilder } from './builder.ts';

export async function takeOver(opening: Opening): Promise<void> {
  const stage = await createStage(opening);
  const main = document.querySelector('main') ?? document.body;
  const { theme, lang, filters, variables } = await stage.settings;
  stage.choice.filters = filters;
  stage.choice.variables = variables;
  // What the server rendered is taken over, where it is still what is wanted.
  let rendered = main.querySelector('[data-kind=dashboard]') ?? undefined;
  if (theme !== undefined && JSON.stringify(theme) !== JSON.stringify(stage.page.theme))
    await useTheme(stage, theme).catch(console.error);
  if (lang !== undefined && baseLanguage(lang) !== baseLanguage(stage.speech.lang())) {
    await stage.speech.change(lang);
    rendered = undefined;
  }
  const open = async () => {
    try {
      const builder = await createBuilder(stage, rendered);
      main.replaceChildren();
      main.removeAttribute('aria-busy');
      render(<App builder={builder} />, main);
      // From here on one can work; what is measured ends here.
      performance.mark('inlay-builder-ready');
      answerHost(stage, builder);
      followMarks((...chosen) => void builder.opened.value?.view.value?.choose(...chosen));
      stage.link.emit('rendered', { tiles: 0 });
    } catch (error) {
      const { words } = stage.speech;
      stage.link.emit('error', { ...toWireError(error), fatal: true });
      render(
        <div class="inlay-message" role="alert">
          <h1>{words().failed}</h1>
          <p>{words().offline}</p>
          <Button onClick={() => void open()}>{words().retry}</Button>
        </div>,
        main,
      );
    }
  };
  await open();
}
