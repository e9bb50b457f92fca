import type { QueryResult } from '@inlay/protocol/result';
import { parse } from 'csv-parse/sync';
import { originalText } from '../../../platform/render/csv-line.ts';
import { type Check, type Finding, unreadable, type World } from '../check.ts';
import { foreignValues } from '../foreign-values.ts';
import type { Reply } from '../instance.ts';
import { LEAKS } from '../messages.ts';
import { readableFile } from '../readable-file.ts';
import { columnValuesIn, inParallel, type Place, type Survey, type TileReading } from '../survey.ts';
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
            return { survey, place: tile.place, format, path: at, tile };
          }),
        ),
      ]),
    );
    let count = 0;
    const findings = await inParallel(files, async (file) => {
      const { survey, place, format, path } = file;
      const reply = await instance.send({ path, token: survey.viewer.token });
      // Embeds can forbid exports, and tiles without data have none.
      const what = `the ${format.toUpperCase()} export of `;
      if (reply.status !== 200) return unreadable(place, reply.status, what);
      count += 1;
      return [
        ...search(world, survey, place, readableFile(format, reply.bytes), what),
        ...foreignIn(world, file, reply),
      ];
    });
    return searched(world, count, 'file', findings.flat());
  },
};

interface File {
  readonly survey: Survey;
  readonly place: Place;
  readonly format: string;
  readonly tile?: TileReading;
  readonly path: string;
}

/** Foreign values in the columns of a data file, numbers included, which cannot be searched for. */
function foreignIn(world: World, { survey, format, tile }: File, { bytes, json }: Reply): readonly Finding[] {
  const result = format === 'json' ? json : format === 'csv' ? csvResult(bytes, tile) : undefined;
  if (!tile || !isResult(result)) return [];
  const { viewer } = survey;
  const columnValues = columnValuesIn(tile.place, tile.datasetId, result);
  return foreignValues(world, { viewer, columnValues }, () => true).map((finding) => ({
    ...finding,
    message: LEAKS.inExport(finding.message, format.toUpperCase()),
  }));
}

const isResult = (value: unknown): value is QueryResult =>
  typeof value === 'object' && value !== null && 'columns' in value && Array.isArray(value.columns);

/** A CSV file has the columns of the tile, under their labels. */
function csvResult(bytes: Buffer, tile: TileReading | undefined): QueryResult | undefined {
  if (!tile?.result) return undefined;
  const [, ...rows] = parse(bytes, { bom: true, relax_column_count: true }) as readonly string[][];
  const columns = tile.result.columns.map((column, index) => ({
    ...column,
    values: rows.map((row) => originalText(row[index] ?? '') || null),
  }));
  return { ...tile.result, columns, rowCount: rows.length };
}
