import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import type { TileContent } from '@inlay/charts/tile';
import type { ColumnType } from '@inlay/protocol/result';
import { isFinished } from '@inlay/ui/conditions/rule-group';
import { parse } from 'yaml';
import type { EditorDataset } from '../src/editor-backend.ts';
import { addField, hasField, removeField } from '../src/model/change-fields.ts';
import { operatorsFor } from '../src/model/filter-operators.ts';
import { finishTile, missingOf } from '../src/model/finish-tile.ts';
import { canShow } from '../src/model/propose-kind.ts';
import { shapeOf } from '../src/model/shape-of.ts';

const demo = fileURLToPath(new URL('../../../demo/content', import.meta.url));
const read = <T>(file: string) => parse(readFileSync(`${demo}/${file}`, 'utf8')) as T;

const datasets = new Map(
  globSync('*/datasets/*.yaml', { cwd: demo }).map((file) => {
    const id = file.slice(file.lastIndexOf('/') + 1, -'.yaml'.length);
    return [id, { id, ...read<Omit<EditorDataset, 'id'>>(file) }] as const;
  }),
);
const tiles = globSync('*/tiles/*.yaml', { cwd: demo }).map(
  (file) => [file, read<TileContent>(file)] as const,
);

describe('the editor supports every demo tile', () => {
  assert.ok(tiles.length > 20);
  for (const [file, tile] of tiles) {
    it(file, () => {
      const dataset = datasets.get(tile.datasetId);
      assert.ok(dataset);
      assert.deepEqual(missingOf(tile), []);
      // Nothing of it is taken for unfinished, and its kind is one that the picker offers for its fields.
      assert.deepEqual(finishTile(tile), tile);
      assert.ok(canShow(tile.kind, shapeOf(tile, dataset)));
      assert.ok(isFinished(tile.visibility));
      for (const { column, operator } of tile.query.filters ?? []) {
        const type: ColumnType | undefined = dataset.columns.find(({ name }) => name === column)?.type;
        assert.ok(type && operatorsFor(type).includes(operator), `${column} ${operator}`);
      }
      const fields = [
        ...tile.query.measures.map((name) => ({ role: 'measure', name }) as const),
        ...tile.query.dimensions.map(({ column }) => ({ role: 'dimension', name: column }) as const),
      ];
      const emptied = fields.reduce(removeField, tile);
      const again = fields.reduce((made, field) => addField(made, field, dataset), emptied);
      assert.ok(fields.every((field) => hasField(again, field) && !hasField(emptied, field)));
      assert.deepEqual(again.query.measures, tile.query.measures);
    });
  }
});
