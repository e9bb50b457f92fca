import type { Page } from '@inlay/protocol/pagination';
import { useEffect, useState } from 'preact/hooks';
import { ask } from '../../api/ask.ts';
import type { ShownDataset } from '../../api/data.ts';
import { useAnswer } from '../../api/use-answer.ts';
import { attributesIn } from '../data/datasets/attributes-in.ts';

export type SampleAttributes = Readonly<Record<string, string | number>>;

const MOST = 6;

/**
 * What the row rules of the tenant read about a viewer, each with a value that is in the data: whoever tries an embed
 * for the first time sees rows, and which names to sign. Nothing while it is being found out.
 */
export function useSampleAttributes(appId: string | undefined): SampleAttributes | undefined {
  const { data, error } = useAnswer<Page<ShownDataset>>('datasets?limit=200');
  const [found, setFound] = useState<SampleAttributes>();
  const isReady = data !== undefined && appId !== undefined;
  useEffect(() => {
    if (!isReady) return undefined;
    let wanted = true;
    const read = data.data.flatMap((dataset) => {
      const { rowRules = [], groupRules = [], source } = dataset;
      return attributesIn({ rowRules, groupRules, source }).map((each) => ({ ...each, dataset: dataset.id }));
    });
    const unique = read.filter(({ key }, at) => read.findIndex((each) => each.key === key) === at);
    void Promise.all(
      unique.slice(0, MOST).map(async ({ key, column, dataset }) => {
        const value = column === undefined ? undefined : await firstValue(appId, dataset, column);
        return [key, value ?? '…'] as const;
      }),
    ).then((entries) => wanted && setFound(Object.fromEntries(entries)));
    return () => {
      wanted = false;
    };
  }, [isReady, appId]);
  return error ? {} : found;
}

async function firstValue(
  appId: string,
  datasetId: string,
  column: string,
): Promise<string | number | undefined> {
  const calendar = { timeZone: 'UTC', weekStart: 1, fiscalYearStart: 1 };
  const body = { appId, datasetId, column, calendar };
  // A source that cannot be reached now keeps nobody from writing a value of their own.
  const answer = await ask<{ readonly values: readonly unknown[] }>(
    'POST',
    'tiles/preview/values',
    body,
  ).catch(() => undefined);
  return answer?.values.find((value) => typeof value === 'string' || typeof value === 'number') as
    | string
    | number
    | undefined;
}
