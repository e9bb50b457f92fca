import {
  type Check,
  counted,
  eachViewer,
  type Finding,
  placeText,
  quoted,
  unreadable,
  verdictOf,
} from '../check.ts';
import type { Reply, Request } from '../instance.ts';
import { LEAKS, NOTHING_TO_PROVE } from '../messages.ts';
import { embedPath, inParallel, type Place, type Survey } from '../survey.ts';

/** Requests content by its id that only other contexts were shown: embeds, tiles, dashboards, and files of them. */
export const hiddenContentCheck: Check = {
  id: 'hidden-content',
  title: 'Content that only others see is refused, by every route',
  run: async ({ surveys, instance, plan }) => {
    const origin = plan.origin === undefined ? {} : { origin: plan.origin };
    const attempts = eachViewer(surveys).flatMap(({ survey, others }) =>
      others.flatMap((other) => attemptsOn(survey, other)),
    );
    const findings = await inParallel(attempts, async ({ survey, other, place, request }) => {
      const { token, name } = survey.viewer;
      const isPage = 'form' in request;
      const reply = await instance.send(
        isPage ? { ...request, form: { token, ...origin } } : { ...request, token },
      );
      if (reply.status >= 400 || isRefusedPerTile(request, reply)) return unreadable(place, reply.status);
      const finding: Finding = {
        ...place,
        state: 'leak',
        context: name,
        example: request.path,
        message: LEAKS.hiddenContent(
          quoted(name),
          placeText(place),
          quoted(other.viewer.name),
          `${request.path} responded with HTTP ${reply.status}`,
        ),
      };
      return [finding];
    });
    return verdictOf(attempts.length, counted(attempts.length, 'request'), findings.flat(), {
      state: 'nothing-to-prove',
      summary: NOTHING_TO_PROVE.sameContent(),
    });
  },
};

interface Attempt {
  readonly survey: Survey;
  readonly other: Survey;
  readonly place: Place;
  readonly request: Request;
}

function attemptsOn(survey: Survey, other: Survey): readonly Attempt[] {
  const keys = new Set(survey.contents.map(({ path }) => path));
  const attempt = (place: Place, request: Request): Attempt => ({ survey, other, place, request });
  const hidden = other.contents.filter(({ path }) => !keys.has(path));
  const ofContents = hidden.flatMap(({ place, path, tiles }) => [
    ...(place.dashboard === undefined
      ? [attempt(place, { path: `/embed/${encodeURIComponent(place.embed)}`, form: {} })]
      : []),
    attempt(place, { path }),
    attempt(place, { path: `${path}/export.xlsx` }),
    attempt(place, { path: `${path}/values`, json: {} }),
    ...(place.dashboard === undefined
      ? []
      : [
          attempt(place, { path: `${path}/view`, json: { width: 800 } }),
          attempt(place, { path: `${path}/versions` }),
        ]),
    ...tiles.flatMap((tile) => ofTile(path, tile.id).map((request) => attempt(tile.place, request))),
    // The same tiles through an embed that this viewer may open.
    ...survey.contents.slice(0, 3).flatMap((own) =>
      tiles
        .filter(({ id }) => !own.tiles.some((tile) => tile.id === id))
        .slice(0, 5)
        .flatMap(({ id }) =>
          ofTile(own.path, id).map((request) => attempt({ ...own.place, tile: id }, request)),
        ),
    ),
  ]);
  const ofTiles = survey.contents.flatMap((own) => {
    const theirs = other.contents.find(({ path }) => path === own.path)?.tiles ?? [];
    return theirs
      .filter(({ id }) => !own.tiles.some((tile) => tile.id === id))
      .flatMap((tile) => ofTile(own.path, tile.id).map((request) => attempt(tile.place, request)));
  });
  const ofBuilders = other.builders
    .filter(({ embed }) => survey.refused.has(embed))
    .map(({ embed }) => attempt({ embed }, { path: `${embedPath(embed)}/builder` }));
  return [...ofContents, ...ofTiles, ...ofBuilders];
}

/** Rendering responds with one line per tile, each of which can be an error. */
function isRefusedPerTile({ path }: Request, { bytes }: Reply): boolean {
  if (!path.endsWith('/render')) return false;
  const lines = bytes.toString('utf8').split('\n').filter(Boolean);
  return lines.every((line) => 'error' in (JSON.parse(line) as object));
}

function ofTile(path: string, id: string): readonly Request[] {
  const tile = `${path}/tiles/${encodeURIComponent(id)}`;
  return [
    { path: tile, json: {} },
    { path: `${tile}/export.csv` },
    { path: `${path}/exports`, json: { format: 'xlsx', tileId: id } },
    { path: `${path}/render`, json: { tiles: [{ id, width: 400, height: 300 }], mode: 'light' } },
  ];
}
