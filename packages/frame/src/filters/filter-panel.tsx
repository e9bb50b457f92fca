import type { FilterValuesAnswer, FilterValuesRequest } from '@inlay/protocol/embed-api';
import type { FilterControl } from '@inlay/protocol/filter-control';
import type { FilterValue } from '@inlay/protocol/frame-messages';
import type { VNode } from 'preact';
import type { FrameWords } from '../words/frame-words.ts';
import { ChoicePanel } from './choice-panel.tsx';
import { DatePanel } from './date-panel.tsx';
import { HierarchyPanel } from './hierarchy-panel.tsx';
import { SearchPanel } from './search-panel.tsx';
import { SliderPanel } from './slider-panel.tsx';

export type AskValues = (more: Pick<FilterValuesRequest, 'search' | 'path'>) => Promise<FilterValuesAnswer>;

/** What every panel gets. A change counts at once; `done` also closes the panel. */
export interface PanelProps<Control extends FilterControl = FilterControl> {
  readonly control: Control;
  readonly value: FilterValue | undefined;
  readonly words: FrameWords;
  readonly lang: string;
  readonly ask: AskValues;
  readonly onChange: (value: FilterValue, done: boolean) => void;
}

export function FilterPanel(props: PanelProps): VNode {
  const { control } = props;
  switch (control.kind) {
    case 'dropdown':
    case 'multi-select':
      return <ChoicePanel {...props} control={control} />;
    case 'date-range':
      return <DatePanel {...props} control={control} />;
    case 'hierarchy':
      return <HierarchyPanel {...props} control={control} />;
    case 'slider':
      return <SliderPanel {...props} control={control} />;
    case 'search':
      return <SearchPanel {...props} control={control} />;
  }
}
