import './interaction.css';
import { runDashboard } from './dashboard/run-dashboard.ts';
import { answerRequests } from './stage/answer-requests.ts';
import { createStage, type Opening } from './stage/stage.ts';
import { takeSettings } from './stage/take-settings.ts';
import { followStops } from './stops/follow-stops.ts';

export async function takeOver(opening: Opening): Promise<void> {
  const stage = await createStage(opening);
  const page = runDashboard(stage, { root: document });
  followStops(page.choose);
  answerRequests(stage, page);
  await takeSettings(stage, page, page.speakAgain);
}
