import type { DatasetDto } from '@inlay/protocol/dataset-api';
import type { Page } from '@inlay/protocol/pagination';
import type { VNode } from 'preact';
import type { ShownItem } from '../api/content.ts';
import { useAnswer } from '../api/use-answer.ts';
import { Link } from './link.tsx';
import { TileTitle } from './tile-title.tsx';

type First = Page<ShownItem> | undefined;

/** On the way from nothing to something that can be embedded: the one thing to do next. */
export function NextContentStep(): VNode | null {
  const files = useAnswer<Page<unknown>>('files?limit=1').data;
  const connections = useAnswer<Page<unknown>>('connections?limit=1').data;
  const datasets = useAnswer<Page<DatasetDto>>('datasets?limit=1').data;
  const apps = useAnswer<First>('apps?limit=1').data;
  const tiles = useAnswer<First>('tiles?limit=1').data;
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
