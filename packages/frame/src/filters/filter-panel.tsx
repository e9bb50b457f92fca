import type { VNode } from 'preact';
import { ChoicePanel } from './choice-panel.tsx';
import { DatePanel } from './date-panel.tsx';
import { HierarchyPanel } from './hierarchy-panel.tsx';
import type { PanelProps } from './panel-props.ts';
import { SearchPanel } from './search-panel.tsx';
import { SliderPanel } from './slider-panel.tsx';

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
