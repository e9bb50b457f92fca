import type { VNode } from 'preact';
import type { Desk } from '../desk.ts';
import { patch } from '../model/patch.ts';
import { conditionsOf } from '../model/rule-group.ts';
import { Section } from '../parts/section.tsx';
import { TextField } from '../parts/text-field.tsx';
import { VisibilityEditor } from '../visibility-editor.tsx';
import { ColorPanel } from './color-panel.tsx';
import { ComparePanel } from './compare-panel.tsx';
import { FilterPanel } from './filter-panel.tsx';
import { FormatPanel } from './format-panel.tsx';
import { LookPanel } from './look-panel.tsx';
import { MarksPanel } from './marks-panel.tsx';
import { OrderPanel } from './order-panel.tsx';
import { ThresholdPanel } from './threshold-panel.tsx';

interface SettingsProps {
  readonly desk: Desk;
  readonly hidden: readonly SettingsPart[];
  readonly onFilters: () => void;
}

/** Parts that a page may leave out. */
export type SettingsPart = 'visibility';

export function Settings({ desk, hidden, onFilters }: SettingsProps): VNode {
  const { tile, words, change } = desk;
  return (
    <>
      <Section title={words.text} open>
        <TextField
          label={words.title}
          hint={words.titleHint}
          value={tile.title}
          onChange={(title) => change({ ...tile, title }, 'title')}
        />
        <TextField
          label={words.description}
          lines={2}
          value={tile.description ?? ''}
          onChange={(description) =>
            change(patch(tile, { description: description || undefined }), 'description')
          }
        />
      </Section>
      <FilterPanel desk={desk} open />
      <OrderPanel desk={desk} />
      <ComparePanel desk={desk} onFilters={onFilters} />
      <LookPanel desk={desk} />
      <FormatPanel desk={desk} />
      <ColorPanel desk={desk} />
      <ThresholdPanel desk={desk} />
      <MarksPanel desk={desk} />
      {!hidden.includes('visibility') && (
        <Section title={words.visibility} count={conditionsOf(tile.visibility).length}>
          <VisibilityEditor
            words={words}
            rule={tile.visibility}
            onChange={(visibility) => change(patch(tile, { visibility }), 'visibility')}
          />
        </Section>
      )}
    </>
  );
}
