import './page.css?again';
import './interaction.css';
import { openPage } from './page/open-page.ts';
import type { LoadedPage } from './page/page-context.ts';
import { takeOverPage } from './page/take-over-page.ts';

export const takeOver = (loaded: LoadedPage): Promise<void> => takeOverPage(loaded, openPage);
