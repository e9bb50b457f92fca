/** The names of files that the server imports. */
export const ACCEPTED_FILES = '.csv,.tsv,.json,.jsonl,.ndjson,.parquet,.gz,.zst';
