import { Section } from '@inlay/ui/section';
import type { VNode } from 'preact';
import type { EditorContext } from '../editor-context.ts';
import { patch } from '../model/patch.ts';
import { titleVariables, withTotals } from '../model/title-variables.ts';
import { TitleField } from '../parts/title-field.tsx';
import { AnnotationsPanel } from './annotations-panel.tsx';
import { AppearancePanel } from './appearance-panel.tsx';
import { ColorPanel } from './color-panel.tsx';
import { ComparePanel } from './compare-panel.tsx';
import { FilterPanel } from './filter-panel.tsx';
import { FormatPanel } from './format-panel.tsx';
import { SortingPanel } from './sorting-panel.tsx';
import { ThresholdPanel } from './threshold-panel.tsx';

interface SettingsProps {
  readonly context: EditorContext;
  readonly onFilters: () => void;
}

export function Settings({ context, onFilters }: SettingsProps): VNode {
  const { tile, messages, change } = context;
  const variables = titleVariables(tile.query, context.dataset);
  return (
    <>
      <Section title={messages.text} open>
        <TitleField
          label={messages.title}
          hint={messages.titleHint}
          value={tile.title}
          messages={messages}
          variables={variables}
          onChange={(title, variable) => change(withTotals({ ...tile, title }, variable), 'title')}
        />
        <TitleField
          label={messages.description}
          lines={2}
          value={tile.description ?? ''}
          messages={messages}
          variables={variables}
          onChange={(description, variable) =>
            change(
              withTotals(patch(tile, { description: description || undefined }), variable),
              'description',
            )
          }
        />
      </Section>
      <FilterPanel context={context} open />
      <SortingPanel context={context} />
      <ComparePanel context={context} onFilters={onFilters} />
      <AppearancePanel context={context} />
      <FormatPanel context={context} />
      <ColorPanel context={context} />
      <ThresholdPanel context={context} />
      <AnnotationsPanel context={context} />
    </>
  );
}
