import './page.css?again';
import './interaction.css';
import './story/article.css?again';
import './story/story.css';
import { withFilterBar } from './filters/filter-bar.tsx';
import { openPage } from './page/open-page.ts';
import type { LoadedPage } from './page/page-context.ts';
import { takeOverPage } from './page/take-over-page.ts';
import { type Steps, showSteps } from './story/steps.tsx';

export const takeOver = (loaded: LoadedPage): Promise<void> =>
  takeOverPage(loaded, (context) => {
    let steps: Steps | undefined;
    const relabel = () => steps?.relabel();
    const filtered = withFilterBar(context, openPage(context, { onDrawn: relabel }));
    steps = showSteps(context);
    return {
      ...filtered,
      relabel: () => {
        filtered.relabel();
        relabel();
      },
    };
  });
