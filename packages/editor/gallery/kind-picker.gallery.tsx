import '../../ui/src/kit.css';
import '../src/fields.css';
import '../src/tile-editor.css';
import type { DataShape } from '@inlay/charts/data-shape';
import { messages as charts } from '@inlay/messages/charts/en';
import { messages as editor } from '@inlay/messages/editor/en';
import { messages as ui } from '@inlay/messages/ui/en';
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import type { GalleryEntry } from '../../ui/gallery/gallery-entry.ts';
import type { EditorTexts } from '../src/editor-texts.ts';
import { KindPicker } from '../src/panels/kind-picker.tsx';

function Picker({ shape }: { readonly shape: DataShape }): VNode {
  const [chosen, choose] = useState<Parameters<typeof KindPicker>[0]['chosen']>('bar');
  return <KindPicker messages={english} shape={shape} chosen={chosen} onChoose={choose} />;
}

export const gallery: GalleryEntry = {
  title: 'Kind picker',
  states: {
    'one measure over time': () => (
      <Picker shape={{ times: 1, names: 0, ordered: 1, measures: 1, alike: true }} />
    ),
    'one measure by name': () => (
      <Picker shape={{ times: 0, names: 1, ordered: 0, measures: 1, alike: true }} />
    ),
    'a single value': () => <Picker shape={{ times: 0, names: 0, ordered: 0, measures: 1, alike: true }} />,
  },
};

const english: EditorTexts = {
  ...editor,
  kinds: charts.kinds,
  periods: ui.periods,
  tag: 'en',
};
