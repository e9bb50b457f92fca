import type { Measure } from '@inlay/protocol/dataset';
import { api } from '../../../api/api.ts';
import { contextOf, emptyContext } from '../../../parts/form/context-draft.ts';
import type { DataFacts, DraftDataset } from './draft-dataset.ts';

/** Counting values reads whole columns, so not all of a wide table are counted. */
const MAX_COUNTED = 10;
const MAX_DATES = 3;

/** Counts rows and values of a source, to propose better tiles. Where that fails, proposals do without. */
export async function readFacts(connectionId: string, draft: DraftDataset): Promise<DataFacts> {
  const { columns, source } = draft;
  const texts = columns.filter(({ type }) => type === 'string').slice(0, MAX_COUNTED);
  const dates = columns.filter(({ type }) => type === 'date' || type === 'datetime').slice(0, MAX_DATES);
  const measures: readonly Measure[] = [
    { name: 'inlay rows', kind: 'count' },
    ...texts.map(({ name }, at): Measure => ({ name: `inlay values ${at}`, kind: 'distinct', column: name })),
    ...dates.flatMap(({ name }, at): Measure[] => [
      { name: `inlay from ${at}`, kind: 'min', column: name },
      { name: `inlay to ${at}`, kind: 'max', column: name },
    ]),
  ];
  const dataset = { connectionId, source, columns, measures, segmented: false };
  const query = { dimensions: [], measures: measures.map(({ name }) => name) };
  try {
    const body = { dataset, query, context: contextOf(emptyContext) };
    const { answer } = await api.post('/datasets/try', { body });
    if (!answer) return draft.facts;
    const cellOf = (name: string) =>
      answer.result.columns.find((column) => column.name === name)?.values[0] ?? null;
    const distinct = texts.map(({ name }, at) => [name, Number(cellOf(`inlay values ${at}`))]);
    const spans = dates.flatMap(({ name }, at) => {
      const [from, to] = [cellOf(`inlay from ${at}`), cellOf(`inlay to ${at}`)];
      return from === null || to === null ? [] : [[name, { from: String(from), to: String(to) }]];
    });
    return {
      rows: Number(cellOf('inlay rows')),
      distinct: Object.fromEntries(distinct),
      spans: Object.fromEntries(spans),
    };
  } catch {
    return draft.facts;
  }
}
