import type { ReportsMessages } from '@inlay/messages/reports';
import { reportsMessages } from '@inlay/messages/reports/all';
import { inLanguage } from '@inlay/protocol/language';

/** The texts of reports in the viewer's language, or in English. */
export const reportMessages = (language: string): ReportsMessages => inLanguage(reportsMessages, language);
