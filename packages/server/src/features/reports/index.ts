/** The public interface of this feature. */
export { findDestination, openAddress } from './channels/destinations.ts';
export {
  changeDestination,
  createDestination,
  regenerateDestinationSecret,
} from './channels/manage-destinations.ts';
export { changeReportSettings } from './settings/change-report-settings.ts';
export { hasReportSettings, readReportSetup } from './settings/report-settings.ts';
