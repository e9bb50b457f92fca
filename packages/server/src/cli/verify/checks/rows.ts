import { type Check, counted, unreadable, verdictOf } from '../check.ts';
import { foreignValues } from '../foreign-values.ts';

/** Looks at the data itself: columns that tell whose a row is must show only values of the viewer. */
export const rowsCheck: Check = {
  id: 'rows',
  title: 'Tiles return only rows of their viewer',
  run: async (world) => {
    const findings = world.surveys.flatMap((survey) =>
      foreignValues(world, survey, ({ tile }) => tile !== undefined),
    );
    const tiles = world.surveys.flatMap(({ contents }) => contents.flatMap((content) => content.tiles));
    const unread = world.surveys.flatMap(({ sights, contents }) => [
      ...contents.flatMap((content) =>
        content.tiles.flatMap(({ place, status }) => unreadable(place, status)),
      ),
      ...sights.flatMap(({ status, values, isPartial, ...place }) => unreadable(place, status)),
    ]);
    return verdictOf(tiles.length, counted(tiles.length, 'tile result'), [...findings, ...unread], {
      state: 'not-proven',
      summary: 'no embed has a tile that a context can open',
    });
  },
};
