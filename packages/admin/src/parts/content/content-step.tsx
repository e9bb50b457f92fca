import { titleOutline } from '@inlay/protocol/parse-narrative';
import type { VNode } from 'preact';
import type { Schemas } from '../../api/operations.ts';
import { query } from '../../api/query.ts';
import { useQuery } from '../../api/use-query.ts';
import { useMessages } from '../../messages.ts';
import { Link } from '../text/link.tsx';
import { Rich } from '../text/rich.tsx';
import { TileTitle } from './tile-title.tsx';

const one = { query: { limit: 1 } };

/** Finds out what exists, and links to what comes next. */
export function ContentStep(): VNode | null {
  const t = useMessages('admin').nextStep;
  const files = useQuery(query('/files', one)).data;
  const connections = useQuery(query('/connections', one)).data;
  const datasets = useQuery(query('/datasets', one)).data;
  const apps = useQuery(query('/apps', one)).data;
  const tiles = useQuery(query('/tiles', one)).data;
  const dashboards = useQuery(query('/dashboards', one)).data;
  if (!files || !connections || !datasets || !apps || !tiles || !dashboards) return null;
  const [app] = apps.data;
  const [tile] = tiles.data;
  const [dashboard] = dashboards.data;
  const [dataset] = datasets.data;
  if (!dataset && files.meta.total + connections.meta.total > 0)
    return <Rich text={t.dataset} parts={{ create: <Link to="/datasets/new">{t.createDataset}</Link> }} />;
  if (!dataset) {
    const upload = <Link to="/files">{t.upload}</Link>;
    const connect = <Link to="/connections/new">{t.connect}</Link>;
    return <Rich text={t.data} parts={{ upload, connect }} />;
  }
  if (!tile && dashboard) return <DashboardStep dashboard={dashboard} />;
  if (!tile && !dataset.measures?.length) {
    const to = `/datasets/${encodeURIComponent(dataset.id)}/measures`;
    const add = <Link to={to}>{t.addMeasure({ dataset: dataset.name })}</Link>;
    return <Rich text={t.measure} parts={{ add }} />;
  }
  if (!app) return <Rich text={t.app} parts={{ create: <Link to="/apps?new=1">{t.createApp}</Link> }} />;
  if (!tile) {
    const create = <Link to={`/apps/${encodeURIComponent(app.id)}/tiles/new`}>{t.createTile}</Link>;
    return <Rich text={t.tile} parts={{ create, app: app.title }} />;
  }
  const title = <TileTitle tile={tile} />;
  if (tile.publishedVersion === null) {
    const to = `/apps/${encodeURIComponent(tile.appId)}/tiles/${encodeURIComponent(tile.id)}`;
    const publish = (
      <Link to={to}>
        <Rich text={t.publishTile} parts={{ tile: title }} />
      </Link>
    );
    return <Rich text={t.publish} parts={{ publish }} />;
  }
  const embed = (
    <Link to={`/embeds?new=tile&target=${encodeURIComponent(tile.id)}`}>
      <Rich text={t.embedTile} parts={{ tile: title }} />
    </Link>
  );
  return <Rich text={t.embed} parts={{ embed }} />;
}

/** A dashboard with tiles of its own needs no others. */
function DashboardStep({ dashboard }: { readonly dashboard: Schemas['Dashboard'] }): VNode {
  const t = useMessages('admin').nextStep;
  const { id, appId, title, publishedVersion } = dashboard;
  if (publishedVersion === null) {
    const to = `/apps/${encodeURIComponent(appId)}/dashboards/${encodeURIComponent(id)}`;
    const publish = (
      <Link to={to}>
        <Rich text={t.publishTile} parts={{ tile: titleOutline(title) }} />
      </Link>
    );
    return <Rich text={t.publish} parts={{ publish }} />;
  }
  const embed = (
    <Link to={`/embeds?new=dashboard&target=${encodeURIComponent(id)}`}>
      <Rich text={t.embedTile} parts={{ tile: titleOutline(title) }} />
    </Link>
  );
  return <Rich text={t.embed} parts={{ embed }} />;
}
