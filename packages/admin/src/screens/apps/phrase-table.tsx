import { Button } from '@inlay/ui/controls/button';
import { Checkbox } from '@inlay/ui/controls/checkbox';
import { Notice } from '@inlay/ui/layout/notice';
import { Table } from '@inlay/ui/layout/table';
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { useMessages } from '../../messages.ts';

type Phrases = Readonly<Record<string, string>>;

interface PhraseTableProps {
  readonly language: string;
  readonly name: string;
  readonly phrases: readonly string[];
  readonly translations: Phrases;
  readonly onChange: (translations: Phrases) => void;
}

/** The phrases of an app and their translations into one language. */
export function PhraseTable({ language, name, phrases, translations, onChange }: PhraseTableProps): VNode {
  const t = useMessages('content').apps.languages;
  const [onlyMissing, setOnlyMissing] = useState(false);
  // Frozen while typing: a row must not vanish with its first letter.
  const [missing] = useState(() => new Set(phrases.filter((phrase) => !Object.hasOwn(translations, phrase))));
  const unused = Object.keys(translations).filter((phrase) => !phrases.includes(phrase));
  const shown = onlyMissing ? phrases.filter((phrase) => missing.has(phrase)) : phrases;
  const write = (phrase: string, text: string) => {
    const { [phrase]: _, ...others } = translations;
    onChange(text.trim() === '' ? others : { ...others, [phrase]: text });
  };
  const removeUnused = () =>
    onChange(Object.fromEntries(Object.entries(translations).filter(([phrase]) => phrases.includes(phrase))));
  return (
    <>
      {unused.length > 0 && (
        <Notice tone="neutral">
          {t.unused({ count: unused.length, first: unused[0] ?? '' })}{' '}
          <Button onClick={removeUnused}>{t.removeUnused}</Button>
        </Notice>
      )}
      {missing.size > 0 && missing.size < phrases.length && (
        <Checkbox
          label={t.onlyMissing({ count: missing.size })}
          checked={onlyMissing}
          onChange={setOnlyMissing}
        />
      )}
      <Table class="phrases">
        <thead>
          <tr>
            <th>{t.original}</th>
            <th>{name}</th>
          </tr>
        </thead>
        <tbody>
          {shown.map((phrase) => (
            <tr key={phrase}>
              <td class="phrase">{phrase}</td>
              <td>
                <textarea
                  class="ui-input prose"
                  lang={language}
                  dir="auto"
                  rows={Math.min(8, Math.max(1, Math.ceil(phrase.length / 60)))}
                  aria-label={t.translationOf({ language: name, text: phrase })}
                  value={translations[phrase] ?? ''}
                  onInput={(event) => write(phrase, event.currentTarget.value)}
                />
              </td>
            </tr>
          ))}
        </tbody>
      </Table>
    </>
  );
}
