import '../src/kit.css';
import type { VNode } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { Combobox } from '../src/controls/combobox.tsx';
import type { GalleryEntry } from './gallery-entry.ts';

const options = ['Amsterdam', 'Berlin', 'Kraków', 'الرباط'].map((city) => ({ value: city, label: city }));

function City({ first = 'Berlin', error }: { readonly first?: string; readonly error?: string }): VNode {
  const [city, setCity] = useState(first);
  return (
    <Combobox
      label="City"
      value={city}
      options={options}
      placeholder="Choose a city"
      error={error}
      onChange={setCity}
    />
  );
}

function OpenCity(): VNode {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const input = place.current?.querySelector('input');
    input?.focus();
    input?.click();
  }, []);
  return (
    <div ref={place} style={{ minHeight: '220px' }}>
      <City />
    </div>
  );
}

export const gallery: GalleryEntry = {
  title: 'Combobox',
  states: {
    chosen: () => <City />,
    'none chosen': () => <City first="" />,
    'with an error': () => <City first="" error="City is required." />,
    loading: () => <Combobox label="City" value="" options={undefined} onChange={() => {}} />,
    open: () => <OpenCity />,
  },
};
