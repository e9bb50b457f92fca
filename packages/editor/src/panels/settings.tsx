import { Section } from '@inlay/ui/section';
import type { VNode } from 'preact';
import type { Desk } from '../desk.ts';
import { patch } from '../model/patch.ts';
import { titleOffers, withTotals } from '../model/title-offers.ts';
import { TitleField } from '../parts/title-field.tsx';
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
  readonly onFilters: () => void;
}

export function Settings({ desk, onFilters }: SettingsProps): VNode {
  const { tile, words, change } = desk;
  const offers = titleOffers(tile.query, desk.dataset);
  return (
    <>
      <Section title={words.text} open>
        <TitleField
          label={words.title}
          hint={words.titleHint}
          value={tile.title}
          words={words}
          offers={offers}
          onChange={(title, offer) => change(withTotals({ ...tile, title }, offer), 'title')}
        />
        <TitleField
          label={words.description}
          lines={2}
          value={tile.description ?? ''}
          words={words}
          offers={offers}
          onChange={(description, offer) =>
            change(withTotals(patch(tile, { description: description || undefined }), offer), 'description')
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
    </>
  );
}
