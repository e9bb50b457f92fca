import { chartOf } from '@inlay/charts/chart-kinds';
import { Select } from '@inlay/ui/controls/select';
import { Section } from '@inlay/ui/layout/section';
import type { VNode } from 'preact';
import { categoriesOf } from '../model/categories-of.ts';
import { patch, patchOptions, undefinedIfEmpty } from '../model/patch.ts';
import { Entry } from '../parts/entry.tsx';
import type { MoreProps } from './more-context.ts';

const PALETTE = [1, 2, 3, 4, 5, 6, 7, 8].map((number) => `series-${number}`);

export function ColorPanel({ context, messages }: MoreProps): VNode | null {
  const { tile, result, change } = context;
  const colors = tile.options?.colors ?? {};
  const put = (name: string, color: string | undefined) =>
    change(
      patchOptions(tile, { colors: undefinedIfEmpty(patch(colors, { [name]: color })) }),
      `color-${name}`,
    );
  if (!chartOf(tile.kind).colors && Object.keys(colors).length === 0) return null;
  const free = categoriesOf(tile, result).filter((name) => !Object.hasOwn(colors, name));
  return (
    <Section title={context.messages.colors} count={Object.keys(colors).length}>
      <p class="ui-field-hint">{messages.colorsHint}</p>
      {Object.entries(colors).map(([name, color]) => (
        <Entry
          key={name}
          label={messages.colorOf({ name })}
          removeLabel={context.messages.remove}
          onRemove={() => put(name, undefined)}
        >
          <span class="te-color-name" dir="auto">
            {name}
          </span>
          <fieldset class="te-swatches" aria-label={messages.colorOf({ name })}>
            {PALETTE.map((token, index) => (
              <button
                key={token}
                type="button"
                class="te-swatch"
                style={{ backgroundColor: `var(--inlay-${token})` }}
                aria-label={`${index + 1}`}
                aria-pressed={color === token}
                onClick={() => put(name, token)}
              />
            ))}
            <input
              type="color"
              class="te-color"
              aria-label={messages.customColorOf({ name })}
              value={/^#[0-9a-f]{6}$/i.test(color) ? color : '#888888'}
              onInput={(event) => put(name, event.currentTarget.value)}
            />
          </fieldset>
        </Entry>
      ))}
      {free.length > 0 && (
        <Select
          label={messages.addColor}
          options={[{ value: '', label: '…' }, ...free.map((name) => ({ value: name, label: name }))]}
          value=""
          onChange={(name) => name !== '' && put(name, 'series-1')}
        />
      )}
    </Section>
  );
}
