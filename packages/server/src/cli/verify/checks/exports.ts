import { type Check, unreadable } from '../check.ts';
import { readableFile } from '../readable-file.ts';
import { inParallel, type Place, type Survey } from '../survey.ts';
import { search, searched } from './pages.ts';

const OF_TILE = ['csv', 'json', 'svg'];
const OF_CONTENT = ['xlsx', 'pdf'];

/** Reads exported files and searches them for values that only other contexts have seen. Images are only requested. */
export const exportsCheck: Check = {
  id: 'exports',
  title: 'Exported files contain nothing of others',
  run: async (world) => {
    const { instance } = world;
    const files = world.surveys.flatMap((survey) =>
      survey.contents.flatMap(({ path, place, tiles }) => [
        ...OF_CONTENT.map((format): File => ({ survey, place, format, path: `${path}/export.${format}` })),
        ...tiles.flatMap((tile) =>
          OF_TILE.map((format): File => {
            const at = `${path}/tiles/${encodeURIComponent(tile.id)}/export.${format}`;
            return { survey, place: tile.place, format, path: at };
          }),
        ),
      ]),
    );
    let count = 0;
    const findings = await inParallel(files, async ({ survey, place, format, path }) => {
      const reply = await instance.send({ path, token: survey.viewer.token });
      // Embeds can forbid exports, and tiles without data have none.
      const what = `the ${format.toUpperCase()} export of `;
      if (reply.status !== 200) return unreadable(place, reply.status, what);
      count += 1;
      return search(world, survey, place, readableFile(format, reply.bytes), what);
    });
    return searched(world, count, 'file', findings.flat());
  },
};

interface File {
  readonly survey: Survey;
  readonly place: Place;
  readonly format: string;
  readonly path: string;
}
