import { type Check, counted, type Finding, placeText, quoted, unreadable, verdictOf } from '../check.ts';
import { foreignTo, foreignValues } from '../foreign-values.ts';
import { LEAKS, NOTHING_TO_PROVE } from '../messages.ts';

/** Compares the values that filters offer, and searches for those of other viewers. */
export const filterValuesCheck: Check = {
  id: 'filter-values',
  title: 'Filters offer only values of their viewer',
  run: async (world) => {
    const { surveys, owners, instance } = world;
    const findings = surveys.flatMap((survey) =>
      foreignValues(world, survey, ({ filter }) => filter !== undefined),
    );
    let compared = 0;
    for (const { viewer, contents } of surveys)
      for (const { place, path, filters } of contents)
        for (const filter of filters) {
          compared += 1;
          const column = filter.kind === 'hierarchy' ? filter.levels[0] : filter.column;
          if (column === undefined || owners.allowed(viewer.name, filter.datasetId, column) === '*') continue;
          // Autocomplete with the text of another viewer's value.
          for (const value of foreignTo(world, viewer.name, filter.datasetId, column).slice(0, 3)) {
            const at = `${path}/filters/${encodeURIComponent(filter.id)}/values`;
            const reply = await instance.send({ path: at, token: viewer.token, json: { search: value } });
            findings.push(...unreadable({ ...place, filter: filter.id }, reply.status));
            const values = reply.status === 200 ? (reply.json.values as readonly { value: unknown }[]) : [];
            if (values?.some((each) => String(each.value) === value))
              findings.push({
                ...place,
                filter: filter.id,
                dataset: filter.datasetId,
                column,
                example: value,
                context: viewer.name,
                state: 'leak',
                message: LEAKS.foundBySearch(
                  quoted(viewer.name),
                  quoted(value),
                  placeText({ ...place, filter: filter.id }),
                ),
              });
          }
        }
    return verdictOf(compared, counted(compared, 'filter'), unique(findings), {
      state: 'nothing-to-prove',
      summary: NOTHING_TO_PROVE.noFilters(),
    });
  },
};

function unique(findings: readonly Finding[]): readonly Finding[] {
  return [...new Map(findings.map((finding) => [finding.message, finding])).values()];
}
