import { contrast } from '@inlay/charts/theme/contrast';
import { darkTokens, lightTokens, seriesTokens } from '@inlay/charts/theme/tokens';
import { canGroup } from '@inlay/protocol/can-group';
import { memberKey } from '@inlay/protocol/member-key';
import type { Cell, ColumnType, MemberColor } from '@inlay/protocol/result';
import { Button } from '@inlay/ui/controls/button';
import { Combobox } from '@inlay/ui/controls/combobox';
import { IconButton } from '@inlay/ui/controls/icon-button';
import { Select } from '@inlay/ui/controls/select';
import { Notice } from '@inlay/ui/layout/notice';
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { api } from '../../../../api/api.ts';
import { useMessages } from '../../../../messages.ts';
import { contextOf, emptyContext } from '../../../../parts/form/context-draft.ts';
import { useTask } from '../../../../parts/form/use-task.ts';
import { numberText } from '../../../../parts/text/number-text.ts';
import { definitionOf } from '../dataset-draft.ts';
import { isNumeric } from '../is-numeric.ts';
import type { ColumnFieldsProps } from './column-fields-props.ts';

const TONES = ['good', 'warning', 'bad', 'neutral'] as const;
const CUSTOM = 'custom';
/** Values that are offered; others can be typed. */
const MAX_VALUES = 200;
/** WCAG 2.2, 1.4.11. */
const LEAST_CONTRAST = 3;

const isCustom = (color: string) => color.startsWith('#');

/** Colors that values of a column have in every chart that distinguishes them by color. */
export function ColorFields({ form, column, at }: ColumnFieldsProps): VNode | null {
  const { memberColors: t } = useMessages('data');
  const [values, setValues] = useState<readonly Cell[]>();
  const { busy, error, run } = useTask();
  const { colors = [] } = column;
  if (!canGroup(column)) return null;
  const set = (next: readonly MemberColor[]) => {
    const { colors: _, ...plain } = column;
    const changed = next.length > 0 ? { ...plain, colors: next } : plain;
    form.set({ columns: form.values.columns.with(at, changed) });
  };
  const load = async () => {
    const { access: _, ...open } = column;
    const columns = form.values.columns.with(at, open);
    const unruled = { ...form.values, columns, segmented: false, rowRules: [], groupRules: [] };
    const workspaceId = form.values.workspaceId ?? emptyContext.workspaceId;
    const query = { dimensions: [{ column: column.name }], measures: [], limit: MAX_VALUES };
    const context = contextOf({ ...emptyContext, workspaceId });
    const { answer } = await api.post('/datasets/try', {
      body: { dataset: definitionOf(unruled), query, context },
    });
    return answer?.result.columns[0]?.values ?? [];
  };
  const nameOf = (value: Cell) => (value === null ? t.noValue : value === '' ? t.emptyText : String(value));
  const known = colors.map(({ value }) => memberKey(value));
  const offered = (own: Cell) =>
    [...new Map([own, ...(values ?? [])].map((value) => [memberKey(value), value]))]
      .filter(([key]) => key === memberKey(own) || !known.includes(key))
      .map(([key, value]) => ({ value: key, label: nameOf(value) }));
  const cellOf = (key: string) =>
    values?.find((value) => memberKey(value) === key) ??
    (key === '' ? null : typedValue(key.slice(1), column.type));
  const add = () =>
    run(async () => {
      const used = colors.map(({ color }) => color);
      const color = seriesTokens.find((token) => !used.includes(token)) ?? 'neutral';
      let found = values;
      try {
        found ??= await load();
        setValues(found);
      } finally {
        // Values can be typed without a connection too.
        const [value = ''] = found?.filter((each) => !known.includes(memberKey(each))) ?? [];
        set([...colors, { value, color }]);
      }
    });
  return (
    <fieldset class="plain-group">
      <legend class="ui-field-label">{t.title}</legend>
      <p class="ui-field-hint">{t.hint}</p>
      {colors.map(({ value, color }, index) => {
        const name = nameOf(value);
        const replace = (change: Partial<MemberColor>) =>
          set(colors.with(index, { value, color, ...change }));
        const problem = form.problems.find(({ path }) => path.startsWith(`/columns/${at}/colors/${index}/`));
        return (
          <fieldset key={index} class="member-color" aria-label={t.colorOf({ value: name })}>
            <Combobox
              label={t.value}
              value={memberKey(value)}
              error={problem?.problem}
              options={offered(value)}
              onChange={(key) => replace({ value: cellOf(key) })}
              onOther={(text) => replace({ value: typedValue(text, column.type) })}
            />
            <Select
              label={t.color}
              value={isCustom(color) ? CUSTOM : color}
              options={[
                ...seriesTokens.map((token, number) => ({
                  value: token,
                  label: t.series({ number: number + 1 }),
                })),
                ...TONES.map((tone) => ({ value: tone, label: t.tones[tone] })),
                { value: CUSTOM, label: t.custom },
              ]}
              onChange={(chosen) => replace({ color: chosen === CUSTOM ? '#7a5cc0' : chosen })}
            />
            {isCustom(color) ? (
              <input
                type="color"
                aria-label={t.customOf({ value: name })}
                value={color}
                onInput={(event) => replace({ color: event.currentTarget.value })}
              />
            ) : (
              <span class="member-swatch" style={{ '--color': `var(--inlay-${color})` }} aria-hidden="true" />
            )}
            <IconButton
              icon="trash"
              label={t.remove({ value: name })}
              onClick={() => set(colors.toSpliced(index, 1))}
            />
            <ContrastWarning color={color} />
          </fieldset>
        );
      })}
      {error && <Notice tone="bad">{error.message}</Notice>}
      <div>
        <Button busy={busy} onClick={add}>
          {t.add}
        </Button>
      </div>
    </fieldset>
  );
}

/** Tokens are readable in every theme that can be saved; a custom color is the same on light and dark pages. */
function ContrastWarning({ color }: Pick<MemberColor, 'color'>): VNode | null {
  const t = useMessages('data').memberColors;
  if (!isCustom(color)) return null;
  const [worst] = (['light', 'dark'] as const)
    .map((mode) => ({ mode, found: contrast(color, (mode === 'dark' ? darkTokens : lightTokens).surface) }))
    .toSorted((a, b) => a.found - b.found);
  if (!worst || worst.found >= LEAST_CONTRAST) return null;
  const shown = numberText(Math.floor(worst.found * 100) / 100, { minimumFractionDigits: 2 });
  return (
    <p class="ui-small member-warning" role="status">
      {t.lowContrast({
        mode: worst.mode === 'dark' ? 'dark' : 'other',
        contrast: shown,
        minContrast: numberText(LEAST_CONTRAST),
      })}
    </p>
  );
}

function typedValue(text: string, type: ColumnType): Cell {
  if (type === 'boolean') return text === 'true';
  const number = Number(text);
  // Longer numbers are text in results too.
  return isNumeric({ type }) && text !== '' && String(number) === text ? number : text;
}
