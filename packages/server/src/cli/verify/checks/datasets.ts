import {
  type Check,
  counted,
  type Finding,
  nothingCompared,
  placeText,
  quoted,
  verdictOf,
} from '../check.ts';
import { COULD_NOT_PROVE } from '../messages.ts';
import { isEmpty, type Survey } from '../survey.ts';

/** A dataset is proven if a column tells whose its rows are, and the contexts saw different rows. */
export const datasetsCheck: Check = {
  id: 'datasets',
  title: 'Each dataset has a column that shows whose rows were sent',
  run: async (world) => {
    const { surveys, owners, plan } = world;
    const datasets = new Set(
      surveys.flatMap(({ contents, columnValues }) => [
        ...contents.flatMap(({ tiles }) => tiles.map(({ datasetId }) => datasetId)),
        ...columnValues.map(({ dataset }) => dataset),
      ]),
    );
    const findings = [...datasets]
      .filter((dataset) => !plan.shared.has(dataset))
      .flatMap((dataset): readonly Finding[] => {
        const unproven = (message: string): Finding => ({
          ...placeOf(surveys, dataset),
          state: 'could-not-prove',
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
                ? COULD_NOT_PROVE.oneReader(quoted(only.viewer.name), quoted(dataset))
                : COULD_NOT_PROVE.noRows(quoted(dataset)),
            ),
          ];
        }
        const isKnown = surveys.some(({ columnValues }) =>
          columnValues.some((entry) => entry.dataset === dataset && owners.identifies(dataset, entry.column)),
        );
        const identified = isKnown ? [] : [unproven(COULD_NOT_PROVE.noOwnerColumn(quoted(dataset)))];
        return [...identified, ...sameResults(readers, dataset)];
      });
    const compared = [...datasets].filter((dataset) => !plan.shared.has(dataset)).length;
    const shared = [...datasets].length - compared;
    const columns = [...owners.identifiers].map(([column, by]) => `${column} by ${by}`);
    const parts = [counted(compared, 'dataset'), ...(shared > 0 ? [`${shared} shared`] : []), ...columns];
    const summary = parts.join(', ');
    return verdictOf(compared, summary, findings, nothingCompared(world, COULD_NOT_PROVE.noTileResult()));
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
            state: 'could-not-prove',
            message: COULD_NOT_PROVE.sameData(a, b, placeText(place), quoted(dataset)),
          },
        ];
      });
    }),
  );
}

function hasRows(survey: Survey, dataset: string): boolean {
  return (
    rowsOf(survey, dataset).some(({ data }) => data !== undefined) ||
    survey.columnValues.some((entry) => entry.dataset === dataset && entry.values.size > 0)
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
    ({ contents, columnValues }) =>
      !columnValues.some((entry) => entry.dataset === dataset) &&
      !contents.some(({ tiles }) => tiles.some(({ datasetId }) => datasetId === dataset)),
  );
}

function placeOf(surveys: readonly Survey[], dataset: string): { readonly embed: string } {
  const tiles = surveys.flatMap(({ contents }) => contents.flatMap((content) => content.tiles));
  return tiles.find(({ datasetId }) => datasetId === dataset)?.place ?? { embed: '' };
}
