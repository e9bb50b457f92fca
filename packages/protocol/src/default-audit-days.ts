/** How long audit events are kept unless the tenant's settings say otherwise. */
export const DEFAULT_AUDIT_DAYS = 90;
