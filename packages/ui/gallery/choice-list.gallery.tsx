import '../src/kit.css';
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { ChoiceList } from '../src/controls/choice-list.tsx';
import type { GalleryEntry } from './gallery-entry.ts';

const regions = ['Britain and Ireland', 'Nordics', 'شمال أفريقيا'];

function Regions({ many, first }: { readonly many: boolean; readonly first: readonly string[] }): VNode {
  const [chosen, setChosen] = useState(first);
  const choose = (key: string, isChosen: boolean) => {
    const others = many ? chosen.filter((each) => each !== key) : [];
    setChosen(isChosen ? [...others, key] : others);
  };
  const choices = regions.map((key) => ({ key, label: key, chosen: chosen.includes(key) }));
  return <ChoiceList label="Regions" choices={choices} many={many} onChoose={choose} />;
}

export const gallery: GalleryEntry = {
  title: 'Choice list',
  states: {
    'one of them': () => <Regions many={false} first={['Nordics']} />,
    'several of them': () => <Regions many first={['Nordics', 'شمال أفريقيا']} />,
    'none chosen': () => <Regions many first={[]} />,
  },
};
