export const DEFAULT_PORT = 3306;
