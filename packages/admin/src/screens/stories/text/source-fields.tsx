import type { ValueSource } from '@inlay/protocol/narrative';
import { titleOutline } from '@inlay/protocol/parse-narrative';
import { Combobox } from '@inlay/ui/controls/combobox';
import { Select } from '@inlay/ui/controls/select';
import type { VNode } from 'preact';
import { useMessages } from '../../../messages.ts';
import { membersOf } from '../step-chart-work.ts';
import { rowOf, sourceChoices, withRow, withShow } from './source-choices.ts';
import type { TextContext } from './text-context.ts';

interface SourceFieldsProps {
  readonly context: TextContext;
  readonly source: ValueSource;
  readonly onChange: (source: ValueSource) => void;
}

/** Which value of which tile. */
export function SourceFields({ context, source, onChange }: SourceFieldsProps): VNode {
  const t = useMessages('content').stories.values;
  const { tiles, offers, results, locale } = context;
  const { fields, dimensions, measures, rows, shows, lacksTotals } = sourceChoices(context, source, t);
  const row = rowOf(source);
  const isCount = source.show === 'count';
  const along = source.where?.column ?? dimensions[0]?.value ?? '';
  const members = membersOf(results.get(source.tile), along, locale);
  const memberOf = (
    column: string,
    value = membersOf(results.get(source.tile), column, locale)?.[0]?.value,
  ) => (value === undefined ? { column, value: '' } : { column, value });
  const chooseTile = (tile: string) => {
    const offer = offers.find((each) => each.source.tile === tile);
    if (offer) onChange(offer.source);
  };
  const chooseField = (column: string) => {
    const { show, ...rest } = source;
    const isMeasure = !dimensions.some(({ value }) => value === column);
    const kept = isMeasure || show === 'count' ? source : rest;
    onChange({ ...kept, ...(!isMeasure && row === 'total' && { row: 'first' as const }), column });
  };
  return (
    <>
      <Combobox
        label={t.tile}
        value={source.tile}
        options={tiles.map(({ id, title }) => ({ value: id, label: titleOutline(title) }))}
        onChange={chooseTile}
      />
      {shows.length > 1 && (
        <Select
          label={t.show}
          value={source.show ?? 'value'}
          options={shows}
          {...(lacksTotals ? { hint: t.noTotals } : {})}
          onChange={(show) => onChange(withShow(source, show))}
        />
      )}
      {!isCount && <Select label={t.field} value={source.column} options={fields} onChange={chooseField} />}
      {!isCount && rows.length > 0 && (
        <Select
          label={t.row}
          value={row}
          options={rows}
          onChange={(next) => onChange(withRow(source, next, memberOf(along)))}
        />
      )}
      {(row === 'highest' || row === 'lowest') && !isCount && measures.length > 1 && (
        <Select
          label={t.by}
          value={source.by ?? source.column}
          options={measures}
          onChange={(by) => onChange({ ...source, by })}
        />
      )}
      {source.where && dimensions.length > 1 && (
        <Select
          label={t.dimension}
          value={along}
          options={dimensions}
          onChange={(column) => onChange({ ...source, where: memberOf(column) })}
        />
      )}
      {source.where && (
        <Combobox
          label={t.member}
          value={String(source.where.value)}
          options={members?.map(({ value, label }) => ({ value: String(value), label }))}
          onChange={(key) =>
            onChange({
              ...source,
              where: memberOf(along, members?.find(({ value }) => String(value) === key)?.value),
            })
          }
          onOther={(typed) => onChange({ ...source, where: { column: along, value: typed } })}
          hint={t.memberHint({ example: '{{ variables.region }}' })}
        />
      )}
    </>
  );
}
