import {
  type Check,
  counted,
  eachViewer,
  type Finding,
  nothingCompared,
  placeText,
  quoted,
  verdictOf,
} from '../check.ts';
import { foreignValues } from '../foreign-values.ts';
import { COULD_NOT_PROVE, LEAKS } from '../messages.ts';
import { columnValuesIn, queryTile, type Survey, type TileReading } from '../survey.ts';
import { isSame } from './foreign-filters.ts';

const MAX_TILES = 30;

/** Results are cached and shared between equal requests: one viewer's result must never be served to another. */
export const cacheCheck: Check = {
  id: 'cache',
  title: 'Cached and simultaneous requests do not mix up viewers',
  run: async (world) => {
    const { surveys, instance, plan } = world;
    const findings: Finding[] = [];
    let compared = 0;
    const check = (survey: Survey, tile: TileReading, result: TileReading['result']) => {
      if (!result) return;
      compared += 1;
      const { viewer } = survey;
      const columnValues = columnValuesIn(tile.place, tile.datasetId, result);
      findings.push(...foreignValues(world, { viewer, columnValues }, () => true));
      const wrong = surveys.find((other) => {
        const theirs = tileOf(other, tile)?.result;
        return other !== survey && isSame(result, theirs) && !isSame(result, tile.result);
      });
      if (wrong)
        findings.push({
          ...tile.place,
          state: 'leak',
          context: viewer.name,
          dataset: tile.datasetId,
          message: LEAKS.mixedUp(quoted(viewer.name), quoted(wrong.viewer.name), placeText(tile.place)),
        });
    };
    const query = (survey: Survey, tile: TileReading, fresh: boolean) =>
      queryTile(instance, survey.viewer.token, `${tile.path}/tiles/${encodeURIComponent(tile.id)}`, {
        fresh,
      });

    for (const { survey, others } of eachViewer(surveys)) {
      const tiles = survey.contents
        .flatMap((content) => content.tiles)
        .filter(({ datasetId, result }) => result && !plan.shared.has(datasetId));
      for (const tile of tiles.slice(0, MAX_TILES))
        for (const other of others) {
          const theirs = tileOf(other, tile);
          if (!theirs) continue;
          // The other viewer's result is new in the cache, and both are read at the same time.
          await query(other, theirs, true);
          const [own, second] = await Promise.all([query(survey, tile, false), query(other, theirs, false)]);
          check(survey, tile, own.result);
          check(other, theirs, second.result);
        }
    }
    return verdictOf(
      compared,
      counted(compared, 'result'),
      findings,
      nothingCompared(world, COULD_NOT_PROVE.noCommonTile()),
    );
  },
};

const tileOf = ({ contents }: Survey, { id, path }: TileReading) =>
  contents.find((content) => content.path === path)?.tiles.find((tile) => tile.id === id);
