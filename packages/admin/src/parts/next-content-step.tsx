import type { VNode } from 'preact';
import { query } from '../api/query.ts';
import { useQuery } from '../api/use-query.ts';
import { Link } from './link.tsx';
import { TileTitle } from './tile-title.tsx';

const one = { query: { limit: 1 } };

/** On the way from nothing to something that can be embedded: the one thing to do next. */
export function NextContentStep(): VNode | null {
  const files = useQuery(query('/files', one)).data;
  const connections = useQuery(query('/connections', one)).data;
  const datasets = useQuery(query('/datasets', one)).data;
  const apps = useQuery(query('/apps', one)).data;
  const tiles = useQuery(query('/tiles', one)).data;
  if (!files || !connections || !datasets || !apps || !tiles) return null;
  const [app] = apps.data;
  const [tile] = tiles.data;
  const [dataset] = datasets.data;
  if (!dataset) {
    const hasSource = files.meta.total + connections.meta.total > 0;
    return hasSource ? (
      <>
        Your data is connected. <Link to="/datasets/new">Make a dataset of it</Link>, which names its columns
        and says who sees which rows.
      </>
    ) : (
      <>
        Bring data in first: <Link to="/files">upload a file</Link> or{' '}
        <Link to="/connections/new">connect a database</Link>. A dataset, an app and a tile follow from there.
      </>
    );
  }
  if (!tile && !dataset.measures?.length)
    return (
      <>
        <Link to={`/datasets/${encodeURIComponent(dataset.id)}/measures`}>
          Add a measure to {dataset.name}
        </Link>
        , such as the sum of a number: it is what a tile shows.
      </>
    );
  if (!app)
    return (
      <>
        There is data. <Link to="/apps?new=1">Create an app</Link>, the folder for what you show, and make a
        first tile in it.
      </>
    );
  if (!tile)
    return (
      <>
        <Link to={`/apps/${encodeURIComponent(app.id)}/tiles/new`}>Make a first tile</Link> in {app.title}:
        choose the dataset, a measure and something to group it by.
      </>
    );
  if (tile.publishedVersion === null)
    return (
      <>
        <Link to={`/apps/${encodeURIComponent(tile.appId)}/tiles/${encodeURIComponent(tile.id)}`}>
          Publish “<TileTitle tile={tile} />”
        </Link>
        : viewers see what is published. Then embed it.
      </>
    );
  return (
    <>
      <Link to={`/embeds?new=tile&target=${encodeURIComponent(tile.id)}`}>
        Embed “<TileTitle tile={tile} />”
      </Link>
      , or anything else that is published.
    </>
  );
}
