import './page.css?again';
import './interaction.css';
import { followStops } from '@inlay/ui/stops/follow-stops';
import { createFilterBar } from './filters/filter-bar.tsx';
import { answerRequests } from './stage/answer-requests.ts';
import { openPage } from './stage/open-page.ts';
import { createStage, type Opening } from './stage/stage.ts';
import { takeSettings } from './stage/take-settings.ts';
import { showSteps } from './story/steps.tsx';
import { showTools } from './tile/tile-tools.tsx';

export async function takeOver(opening: Opening): Promise<void> {
  const stage = await createStage(opening);
  const page = openPage(stage);
  followStops(page.choose);
  const bar = createFilterBar(stage, page);
  const steps = showSteps(stage);
  const speakAgain = () => {
    for (const view of page.views) showTools(stage, view);
    bar.show();
    steps.show();
  };
  const setFilters: typeof page.setFilters = async (filters) => {
    const done = page.setFilters(filters);
    bar.show();
    await done;
  };
  answerRequests(stage, { ...page, setFilters, speakAgain });
  await takeSettings(stage, { ...page, setFilters }, speakAgain);
}
