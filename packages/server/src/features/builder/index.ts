/** The public module of this feature. */
export { publishedDashboards } from './builder-dashboards.ts';
