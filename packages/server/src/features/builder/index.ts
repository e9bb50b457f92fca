/** The public interface of this feature. */

export { publishedDashboards } from './builder-dashboards.ts';
export { openBuilderDashboard } from './open-builder-dashboard.ts';
