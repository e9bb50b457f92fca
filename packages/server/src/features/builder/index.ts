/** The public interface of this feature. */

export { openBuilderDashboard } from './open-builder-dashboard.ts';
