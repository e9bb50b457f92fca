import { type Check, counted, type Finding, placeText, quoted, unreadable, verdictOf } from '../check.ts';
import { LEAKS, NOTHING_TO_PROVE } from '../messages.ts';
import { isEmpty } from '../survey.ts';

/** Whatever a viewer without attributes and groups gets does not depend on who the viewer is. */
export const strangersCheck: Check = {
  id: 'strangers',
  title: 'A viewer without attributes and groups gets no rows',
  run: async ({ strangers, plan }) => {
    const tiles = strangers
      .flatMap(({ contents }) => contents.flatMap((content) => content.tiles))
      .filter(({ datasetId }) => !plan.shared.has(datasetId));
    const findings = tiles.flatMap(({ place, datasetId, result }): Finding[] => {
      if (!result || isEmpty(result)) return [];
      const column = result.columns.find(({ values }) => values.some((value) => value !== null));
      const example = String(column?.values.find((value) => value !== null) ?? '');
      return [
        {
          ...place,
          state: 'leak',
          dataset: datasetId,
          example,
          ...(column ? { column: column.name } : {}),
          message: LEAKS.strangerRows(
            quoted(datasetId),
            placeText(place),
            `${column?.name} ${quoted(example)}`,
          ),
        },
      ];
    });
    const offered = strangers
      .flatMap(({ columnValues }) => columnValues)
      .filter(
        ({ tile, dataset, values }) => tile === undefined && !plan.shared.has(dataset) && values.size > 0,
      )
      .map(({ values, status, isPartial, ...entry }): Finding => {
        const { dataset, column, ...place } = entry;
        const [example = ''] = values;
        const message = LEAKS.strangerValues(
          `${column} ${quoted(example)}`,
          quoted(dataset),
          placeText(place),
        );
        return { ...entry, state: 'leak', example, message };
      });
    findings.push(...offered, ...tiles.flatMap(({ place, status }) => unreadable(place, status)));
    return verdictOf(tiles.length, counted(tiles.length, 'tile result'), findings, {
      state: 'nothing-to-prove',
      summary: NOTHING_TO_PROVE.strangersOpenNothing(),
    });
  },
};
