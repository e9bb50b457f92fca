import './page.css?again';
import './interaction.css';
import './story/article.css?again';
import './story/story.css';
import { withFilterBar } from './filters/filter-bar.tsx';
import { openPage } from './page/open-page.ts';
import type { LoadedPage } from './page/page-context.ts';
import { takeOverPage } from './page/take-over-page.ts';
import { showSteps } from './story/steps.tsx';

export const takeOver = (loaded: LoadedPage): Promise<void> =>
  takeOverPage(loaded, (context) => {
    const filtered = withFilterBar(context, openPage(context));
    const steps = showSteps(context);
    return {
      ...filtered,
      relabel: () => {
        filtered.relabel();
        steps.relabel();
      },
    };
  });
