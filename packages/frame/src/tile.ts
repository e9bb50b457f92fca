import './page.css?again';
import './interaction.css';
import { followStops } from '@inlay/ui/stops/follow-stops';
import { answerRequests } from './stage/answer-requests.ts';
import { openPage } from './stage/open-page.ts';
import { createStage, type Opening } from './stage/stage.ts';
import { takeSettings } from './stage/take-settings.ts';
import { showTools } from './tile/tile-tools.tsx';

export async function takeOver(opening: Opening): Promise<void> {
  const stage = await createStage(opening);
  const page = openPage(stage);
  followStops(page.choose);
  const speakAgain = () => {
    for (const view of page.views) showTools(stage, view);
  };
  answerRequests(stage, { ...page, speakAgain });
  await takeSettings(stage, page, speakAgain);
}
