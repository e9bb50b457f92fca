import { type Check, counted, type Finding, placeText, quoted, verdictOf } from '../check.ts';
import { isEmpty, type Survey } from '../survey.ts';

/** A dataset is proven if a column tells whose its rows are, and the contexts saw different rows. */
export const datasetsCheck: Check = {
  id: 'datasets',
  title: 'Each dataset has a column that shows whose rows were sent',
  run: async ({ surveys, owners, plan }) => {
    const datasets = new Set(
      surveys.flatMap(({ contents, sights }) => [
        ...contents.flatMap(({ tiles }) => tiles.map(({ datasetId }) => datasetId)),
        ...sights.map(({ dataset }) => dataset),
      ]),
    );
    const findings = [...datasets]
      .filter((dataset) => !plan.shared.has(dataset))
      .flatMap((dataset): readonly Finding[] => {
        const unproven = (message: string): Finding => ({
          ...placeOf(surveys, dataset),
          state: 'not-proven',
          dataset,
          message,
        });
        const readers = surveys.filter((survey) => hasRows(survey, dataset));
        const [only] = readers;
        if (readers.length < 2) {
          if (isHiddenFromSome(surveys, dataset)) return [];
          return [
            unproven(
              only
                ? `Only ${quoted(only.viewer.name)} gets rows of dataset ${quoted(dataset)}, so there is nothing to compare.`
                : `No context gets rows of dataset ${quoted(dataset)}.`,
            ),
          ];
        }
        const isKnown = surveys.some(({ sights }) =>
          sights.some((sight) => sight.dataset === dataset && owners.identifies(dataset, sight.column)),
        );
        const identified = isKnown
          ? []
          : [
              unproven(
                `No column of dataset ${quoted(dataset)} that viewers get shows whose rows they are. List its values under expect, or give the contexts 'contribute' and list a builder.`,
              ),
            ];
        return [...identified, ...sameResults(readers, dataset)];
      });
    const compared = [...datasets].filter((dataset) => !plan.shared.has(dataset)).length;
    const shared = [...datasets].length - compared;
    const columns = [...owners.identifiers].map(([column, by]) => `${column} by ${by}`);
    const parts = [counted(compared, 'dataset'), ...(shared > 0 ? [`${shared} shared`] : []), ...columns];
    const summary = parts.join(', ');
    return verdictOf(compared, summary, findings, {
      state: 'not-proven',
      summary: 'no tile with data of a dataset that is not shared',
    });
  },
};

/** Tiles that return the same data to two contexts prove nothing about them. */
function sameResults(readers: readonly Survey[], dataset: string): readonly Finding[] {
  return readers.flatMap((survey, index) =>
    readers.slice(index + 1).flatMap((other): readonly Finding[] => {
      const theirs = rowsOf(other, dataset);
      return rowsOf(survey, dataset).flatMap(({ key, data, place }): readonly Finding[] => {
        if (data === undefined || theirs.find((each) => each.key === key)?.data !== data) return [];
        const [a, b] = [quoted(survey.viewer.name), quoted(other.viewer.name)];
        return [
          {
            ...place,
            dataset,
            state: 'not-proven',
            message: `${a} and ${b} get the same data in ${placeText(place)}. Choose contexts with different data, or list dataset ${quoted(dataset)} under shared.`,
          },
        ];
      });
    }),
  );
}

function hasRows(survey: Survey, dataset: string): boolean {
  return (
    rowsOf(survey, dataset).some(({ data }) => data !== undefined) ||
    survey.sights.some((sight) => sight.dataset === dataset && sight.values.size > 0)
  );
}

function rowsOf({ contents }: Survey, dataset: string) {
  return contents.flatMap(({ tiles }) =>
    tiles
      .filter((tile) => tile.datasetId === dataset)
      .map(({ place, result }) => ({
        key: JSON.stringify(place),
        place,
        data: result && !isEmpty(result) ? JSON.stringify(result.columns) : undefined,
      })),
  );
}

/** Visibility rules or privileges keep the others from the content; `hidden-content` tries to get past them. */
function isHiddenFromSome(surveys: readonly Survey[], dataset: string): boolean {
  return surveys.some(
    ({ contents, sights }) =>
      !sights.some((sight) => sight.dataset === dataset) &&
      !contents.some(({ tiles }) => tiles.some(({ datasetId }) => datasetId === dataset)),
  );
}

function placeOf(surveys: readonly Survey[], dataset: string): { readonly embed: string } {
  const tiles = surveys.flatMap(({ contents }) => contents.flatMap((content) => content.tiles));
  return tiles.find(({ datasetId }) => datasetId === dataset)?.place ?? { embed: '' };
}
