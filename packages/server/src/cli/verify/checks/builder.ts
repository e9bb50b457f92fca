import type { BuilderColumn, BuilderDataset } from '@inlay/content/builder';
import {
  type Check,
  counted,
  eachViewer,
  type Finding,
  quoted,
  unreadable,
  verdictOf,
  type World,
} from '../check.ts';
import { foreignTo, foreignValues } from '../foreign-values.ts';
import { LEAKS, NOTHING_TO_PROVE } from '../messages.ts';
import { type BuilderReading, isEmpty, queryTile, type Survey } from '../survey.ts';
import { isSame } from './foreign-filters.ts';

/** In a Dashboard Builder viewers query freely: values, charts that are not saved, and fields that only others have. */
export const builderCheck: Check = {
  id: 'builder',
  title: 'The Dashboard Builder offers and previews only data of its viewer',
  run: async (world) => {
    const { surveys } = world;
    const findings = surveys.flatMap((survey) =>
      foreignValues(world, survey, ({ tile, filter }) => tile === undefined && filter === undefined),
    );
    let compared = 0;
    for (const { survey, others } of eachViewer(surveys))
      for (const builder of survey.builders) {
        compared += builder.datasets.length;
        for (const dataset of builder.datasets)
          findings.push(
            ...(await previewForeign(world, survey, builder, dataset)),
            ...(await previewOwn(world, survey, builder, dataset)),
          );
        findings.push(...(await previewHidden(world, survey, builder, others)));
      }
    return verdictOf(compared, counted(compared, 'dataset'), findings, {
      state: 'nothing-to-prove',
      summary: NOTHING_TO_PROVE.noBuilder(),
    });
  },
};

/** A chart of rows that belong to others. */
async function previewForeign(
  world: World,
  { viewer }: Survey,
  { embed, path }: BuilderReading,
  dataset: BuilderDataset,
): Promise<readonly Finding[]> {
  const { id, measures } = dataset;
  if (world.plan.shared.has(id)) return [];
  const findings: Finding[] = [];
  for (const { name: column, type } of columnsOf(dataset)) {
    const foreign = foreignTo(world, viewer.name, id, column);
    if (foreign.length === 0) continue;
    const [measure] = measures;
    const query = {
      dimensions: [{ column }],
      measures: measure ? [measure.name] : [],
      filters: [oneOf({ name: column, type }, foreign.slice(0, 100))],
    };
    const chart = { title: 'Preview', kind: 'table', datasetId: id, query };
    const { result, status } = await queryTile(world.instance, viewer.token, `${path}/preview`, { chart });
    findings.push(...unreadable({ embed }, status, 'a preview in '));
    if (result && !isEmpty(result))
      findings.push({
        state: 'leak',
        embed,
        context: viewer.name,
        dataset: id,
        column,
        example: foreign[0] ?? '',
        message: LEAKS.foreignPreview(
          quoted(viewer.name),
          `${column} ${quoted(foreign[0] ?? '')}`,
          quoted(embed),
          quoted(id),
        ),
      });
  }
  return findings;
}

/**
 * A total must not change if only related rows of the viewer are selected. The column itself cannot tell: rows of the
 * related dataset that belong to others are empty under its own rules.
 */
async function previewOwn(
  { instance, owners, plan }: World,
  { viewer }: Survey,
  { embed, path }: BuilderReading,
  { id, columns, measures, related = [] }: BuilderDataset,
): Promise<readonly Finding[]> {
  if (plan.shared.has(id)) return [];
  const [measure] = measures;
  const [first] = columns;
  if (!measure && !first) return [];
  const shown = measure
    ? { dimensions: [], measures: [measure.name] }
    : { dimensions: [{ column: first?.name }], measures: [] };
  const preview = (filters: readonly object[]) => {
    const chart = { title: 'Preview', kind: 'table', datasetId: id, query: { ...shown, filters } };
    return queryTile(instance, viewer.token, `${path}/preview`, { chart });
  };
  const findings: Finding[] = [];
  for (const column of related.flatMap((group) => group.columns)) {
    const own = owners.allowed(viewer.name, id, column.name);
    if (own === undefined || own === '*' || own.size === 0) continue;
    const all = await preview([]);
    const selected = await preview([oneOf(column, [...own].slice(0, 1000))]);
    findings.push(...[all, selected].flatMap(({ status }) => unreadable({ embed }, status, 'a preview in ')));
    if (!all.result || !selected.result || isSame(selected.result, all.result)) continue;
    const [example = ''] = own;
    findings.push({
      ...{ state: 'leak', embed, context: viewer.name, dataset: id, column: column.name, example },
      message: LEAKS.relatedPreview(
        quoted(viewer.name),
        quoted(id),
        quoted(embed),
        `${column.name} is not ${quoted(example)}`,
      ),
    });
  }
  return findings;
}

/** Datasets and columns that only others may build with. */
async function previewHidden(
  { instance }: World,
  { viewer }: Survey,
  { embed, path, datasets }: BuilderReading,
  others: readonly Survey[],
): Promise<readonly Finding[]> {
  const own = new Set(datasets.flatMap((each) => columnsOf(each).map(({ name }) => `${each.id}/${name}`)));
  const theirs = others
    .flatMap(({ builders }) => builders.filter((builder) => builder.embed === embed))
    .flatMap((builder) => builder.datasets)
    .flatMap((each) => columnsOf(each).map(({ name }) => ({ datasetId: each.id, column: name })))
    .filter(({ datasetId, column }) => !own.has(`${datasetId}/${column}`));
  const findings: Finding[] = [];
  for (const { datasetId, column } of theirs) {
    const { status } = await instance.send({
      path: `${path}/preview/values`,
      token: viewer.token,
      json: { datasetId, column },
    });
    findings.push(...unreadable({ embed }, status, 'a preview in '));
    if (status === 200)
      findings.push({
        state: 'leak',
        embed,
        context: viewer.name,
        dataset: datasetId,
        column,
        message: LEAKS.hiddenField(quoted(viewer.name), column, quoted(datasetId), quoted(embed)),
      });
  }
  return findings;
}

const columnsOf = ({ columns, related = [] }: BuilderDataset): readonly BuilderColumn[] => [
  ...columns,
  ...related.flatMap((group) => group.columns),
];

const oneOf = ({ name, type }: Pick<BuilderColumn, 'name' | 'type'>, values: readonly string[]) => ({
  column: name,
  operator: 'in',
  values: values.map((value) => (type === 'string' ? value : Number(value))),
});
