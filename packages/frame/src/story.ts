import './page.css?again';
import './interaction.css';
import { followMarks } from '@inlay/ui/marks/follow-marks';
import { withFilterBar } from './filters/filter-bar.tsx';
import { answerRequests } from './stage/answer-requests.ts';
import { type OpenPage, openPage } from './stage/open-page.ts';
import { createStage, type Opening } from './stage/stage.ts';
import { takeSettings } from './stage/take-settings.ts';
import { showSteps } from './story/steps.tsx';

export async function takeOver(opening: Opening): Promise<void> {
  const stage = await createStage(opening);
  const filtered = withFilterBar(stage, openPage(stage));
  const steps = showSteps(stage);
  const page: OpenPage = {
    ...filtered,
    speakAgain: () => {
      filtered.speakAgain();
      steps.show();
    },
  };
  followMarks(page.choose);
  answerRequests(stage, page);
  await takeSettings(stage, page);
}
