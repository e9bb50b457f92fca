import { type ChartOptionsMessages, loadChartOptionsMessages } from '@inlay/messages/chartOptions';
import { type EditorMoreMessages, loadEditorMoreMessages } from '@inlay/messages/editorMore';
import { AnnotationsPanel } from './annotations-panel.tsx';
import { AnyOfGroups } from './any-of-groups.tsx';
import { AppearancePanel } from './appearance-panel.tsx';
import { changeVariables } from './change-variables.ts';
import { ColorPanel } from './color-panel.tsx';
import { ComparePanel } from './compare-panel.tsx';
import { FormatPanel } from './format-panel.tsx';
import { HavingPanel } from './having-panel.tsx';
import { InteractionPanel } from './interaction-panel.tsx';
import { SortingPanel } from './sorting-panel.tsx';
import { ThresholdPanel } from './threshold-panel.tsx';
import { TypedNumbers } from './typed-numbers.tsx';

const morePanels = {
  AnnotationsPanel,
  AnyOfGroups,
  AppearancePanel,
  ColorPanel,
  ComparePanel,
  FormatPanel,
  HavingPanel,
  InteractionPanel,
  SortingPanel,
  ThresholdPanel,
  TypedNumbers,
  changeVariables,
};
export type More = typeof morePanels & {
  readonly messages: EditorMoreMessages;
  readonly optionTexts: ChartOptionsMessages;
};

/** The settings below the filters, with their messages. */
export const loadMore = async (tag: string): Promise<More> => ({
  ...morePanels,
  messages: await loadEditorMoreMessages(tag),
  optionTexts: await loadChartOptionsMessages(tag),
});
