import { type Check, counted, nothingCompared, unreadable, verdictOf } from '../check.ts';
import { foreignValues } from '../foreign-values.ts';
import { COULD_NOT_PROVE } from '../messages.ts';

/** Looks at the data itself: columns that tell whose a row is must show only values of the viewer. */
export const rowsCheck: Check = {
  id: 'rows',
  title: 'Tiles return only rows of their viewer',
  run: async (world) => {
    const findings = world.surveys.flatMap((survey) =>
      foreignValues(world, survey, ({ tile }) => tile !== undefined),
    );
    const tiles = world.surveys.flatMap(({ contents }) => contents.flatMap((content) => content.tiles));
    const unread = world.surveys.flatMap(({ columnValues, contents }) => [
      ...contents.flatMap((content) =>
        content.tiles.flatMap(({ place, status }) => unreadable(place, status)),
      ),
      ...columnValues.flatMap(({ status, values, isPartial, ...place }) => unreadable(place, status)),
    ]);
    const nothing = nothingCompared(world, COULD_NOT_PROVE.noTileResult());
    return verdictOf(tiles.length, counted(tiles.length, 'tile result'), [...findings, ...unread], nothing);
  },
};
