import type { BuilderDataset } from '@inlay/content/builder';
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
import { isEmpty, queryTile, type SeenBuilder, type Survey } from '../survey.ts';

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
          findings.push(...(await previewForeign(world, survey, builder, dataset)));
        findings.push(...(await previewHidden(world, survey, builder, others)));
      }
    return verdictOf(compared, counted(compared, 'dataset'), findings, {
      state: 'not-applicable',
      summary: "no builder among the embeds, or no context has 'contribute' in its app",
    });
  },
};

/** A chart of rows that belong to others. */
async function previewForeign(
  world: World,
  { viewer }: Survey,
  { embed, path }: SeenBuilder,
  { id, columns, measures }: BuilderDataset,
): Promise<readonly Finding[]> {
  if (world.plan.shared.has(id)) return [];
  const findings: Finding[] = [];
  for (const { name: column, type } of columns) {
    const foreign = foreignTo(world, viewer.name, id, column);
    if (foreign.length === 0) continue;
    const [measure] = measures;
    const query = {
      dimensions: [{ column }],
      measures: measure ? [measure.name] : [],
      filters: [
        {
          column,
          operator: 'in',
          values: foreign.slice(0, 100).map((value) => (type === 'string' ? value : Number(value))),
        },
      ],
    };
    const chart = { title: 'Preview', kind: 'table', datasetId: id, query };
    const { result, status } = await queryTile(world.instance, viewer.token, `${path}/preview`, { chart });
    findings.push(...unreadable({ embed }, status, 'a preview in '));
    if (result && !isEmpty(result))
      findings.push({
        state: 'failed',
        embed,
        context: viewer.name,
        dataset: id,
        column,
        example: foreign[0] ?? '',
        message: `${quoted(viewer.name)} can preview rows with ${column} ${quoted(foreign[0] ?? '')} in builder ${quoted(embed)} (dataset ${quoted(id)}).`,
      });
  }
  return findings;
}

/** Datasets and columns that only others may build with. */
async function previewHidden(
  { instance }: World,
  { viewer }: Survey,
  { embed, path, datasets }: SeenBuilder,
  others: readonly Survey[],
): Promise<readonly Finding[]> {
  const own = new Set(datasets.flatMap(({ id, columns }) => columns.map(({ name }) => `${id}/${name}`)));
  const theirs = others
    .flatMap(({ builders }) => builders.filter((builder) => builder.embed === embed))
    .flatMap((builder) => builder.datasets)
    .flatMap(({ id, columns }) => columns.map(({ name }) => ({ datasetId: id, column: name })))
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
        state: 'failed',
        embed,
        context: viewer.name,
        dataset: datasetId,
        column,
        message: `${quoted(viewer.name)} can read values of ${column} of dataset ${quoted(datasetId)} in builder ${quoted(embed)}, although it is not offered.`,
      });
  }
  return findings;
}
