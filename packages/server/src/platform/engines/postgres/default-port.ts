export const DEFAULT_PORT = 5432;
