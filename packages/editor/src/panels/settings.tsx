import { Section } from '@inlay/ui/layout/section';
import type { VNode } from 'preact';
import type { EditorContext } from '../editor-context.ts';
import { patch } from '../model/patch.ts';
import { titleVariables, withTotals } from '../model/title-variables.ts';
import { TitleField } from '../parts/title-field.tsx';
import { useMore } from '../use-more.ts';
import { FilterPanel } from './filter-panel.tsx';

interface SettingsProps {
  readonly context: EditorContext;
  readonly onFilters: () => void;
}

export function Settings({ context, onFilters }: SettingsProps): VNode {
  const { tile, messages, change } = context;
  const more = useMore(messages);
  const variables = [
    ...titleVariables(tile.query, context.dataset),
    ...(more?.changeVariables(context, more.messages) ?? []),
  ];
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
        {more && <more.TypedNumbers context={context} messages={more.messages} />}
      </Section>
      <FilterPanel context={context} open>
        {more && <more.AnyOfGroups context={context} messages={more.messages} />}
      </FilterPanel>
      {more && (
        <>
          <more.HavingPanel context={context} messages={more.messages} />
          <more.SortingPanel context={context} />
          <more.ComparePanel context={context} onFilters={onFilters} />
          <more.AppearancePanel context={context} texts={more.optionTexts} messages={more.messages} />
          <more.FormatPanel context={context} />
          <more.ColorPanel context={context} messages={more.messages} />
          <more.ThresholdPanel context={context} />
          <more.AnnotationsPanel context={context} />
          <more.InteractionPanel context={context} messages={more.messages} />
        </>
      )}
    </>
  );
}
