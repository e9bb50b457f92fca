import './page.css?again';
import './interaction.css';
import { followMarks } from '@inlay/ui/marks/follow-marks';
import { answerRequests } from './stage/answer-requests.ts';
import { openPage } from './stage/open-page.ts';
import { createStage, type Opening } from './stage/stage.ts';
import { takeSettings } from './stage/take-settings.ts';

export async function takeOver(opening: Opening): Promise<void> {
  const stage = await createStage(opening);
  const page = openPage(stage);
  followMarks(page.choose);
  answerRequests(stage, page);
  await takeSettings(stage, page);
}
