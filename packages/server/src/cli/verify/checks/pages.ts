import { MAX_RENDERED_TILES } from '@inlay/content/embed-api';
import { canariesIn } from '../canaries.ts';
import {
  type Check,
  counted,
  type Finding,
  nothingCompared,
  placeText,
  quoted,
  unreadable,
  verdictOf,
  type World,
} from '../check.ts';
import { COULD_NOT_PROVE, LEAKS } from '../messages.ts';
import { inParallel, type Place, type Survey, searchable } from '../survey.ts';

/** Searches pages and rendered tiles, as browsers get them, for values that only other contexts have seen. */
export const pagesCheck: Check = {
  id: 'pages',
  title: 'Pages, stories and rendered tiles contain nothing of others',
  run: async (world) => {
    const pages = world.surveys.flatMap((survey) =>
      [...new Set([...survey.contents, ...survey.builders].map((each) => embedOf(each)))].map((embed) => ({
        survey,
        embed,
      })),
    );
    const findings = await inParallel(pages, ({ survey, embed }) => searchPage(world, survey, embed));
    return searched(world, pages.length, 'page', findings.flat());
  },
};

const embedOf = (content: { readonly place: Place } | { readonly embed: string }) =>
  'place' in content ? content.place.embed : content.embed;

async function searchPage(world: World, survey: Survey, embed: string): Promise<readonly Finding[]> {
  const { instance, plan } = world;
  const { token } = survey.viewer;
  const form = { token, width: '1200', ...(plan.origin === undefined ? {} : { origin: plan.origin }) };
  const page = await instance.send({ path: `/embed/${encodeURIComponent(embed)}`, form });
  if (page.status !== 200)
    return [
      {
        state: 'could-not-prove',
        embed,
        context: survey.viewer.name,
        message: COULD_NOT_PROVE.pageFailed(quoted(embed), String(page.status), quoted(survey.viewer.name)),
      },
    ];
  const findings = search(world, survey, { embed }, page.bytes.toString('utf8'), 'the page of ');
  for (const { path, place, tiles } of survey.contents.filter((content) => content.place.embed === embed)) {
    const size = { width: 600, height: 400 };
    const boxes = tiles.flatMap(({ id, isTable }) =>
      isTable
        ? [
            { id, ...size },
            { id, ...size, table: { page: 2 } },
          ]
        : [{ id, ...size }],
    );
    const rendered = await instance.send({
      path: `${path}/render`,
      token,
      json: { tiles: boxes.slice(0, MAX_RENDERED_TILES), texts: {}, mode: 'light' },
    });
    findings.push(...unreadable(place, rendered.status, 'rendered tiles of '));
    findings.push(...search(world, survey, place, rendered.bytes.toString('utf8'), 'rendered tiles of '));
  }
  return findings;
}

/** The canaries of a viewer in a text that the viewer got. */
export function search(
  { canaries }: World,
  { viewer }: Survey,
  place: Place,
  text: string,
  what: string,
): Finding[] {
  return canariesIn(searchable(text), canaries.get(viewer.name) ?? []).map(
    ({ value, owner, dataset, column }) => ({
      ...place,
      state: 'leak',
      context: viewer.name,
      dataset,
      column,
      example: value,
      message: LEAKS.foreignText(
        quoted(viewer.name),
        `${column} ${quoted(value)}`,
        quoted(owner),
        `${what}${placeText(place)}`,
      ),
    }),
  );
}

/** Searching without canaries proves nothing. */
export function searched(world: World, count: number, noun: string, findings: readonly Finding[]) {
  const known = [...world.canaries.values()].reduce((sum, each) => sum + each.length, 0);
  return verdictOf(
    known === 0 ? 0 : count,
    `${counted(count, noun)}, searched for ${counted(known, 'value')} of others`,
    findings,
    nothingCompared(world, COULD_NOT_PROVE.noDifferentTexts()),
  );
}
