import type { FilterValuesRequest, FilterValuesResponse } from '@inlay/content/embed-api';
import type { FilterControl } from '@inlay/protocol/filter-control';
import type { FilterValue } from '@inlay/protocol/frame-messages';
import type { FrameTexts } from '../frame-texts.ts';

export type LoadValues = (
  more: Pick<FilterValuesRequest, 'search' | 'path'>,
) => Promise<FilterValuesResponse>;

type ControlOf<Kind extends FilterControl['kind']> = Extract<FilterControl, { readonly kind: Kind }>;

/** The props of every panel. Changes apply at once; `done` also closes the panel. */
export interface PanelProps<Kind extends FilterControl['kind'] = FilterControl['kind']> {
  readonly control: ControlOf<Kind>;
  readonly value: FilterValue | undefined;
  readonly messages: FrameTexts;
  readonly lang: string;
  readonly load: LoadValues;
  readonly onChange: (value: FilterValue, done: boolean) => void;
}
