/** What the embed settings show, plus the viewer that the example signs. */
export interface SnippetValues {
  readonly instanceUrl: string;
  readonly tenantId: string;
  readonly clientId: string;
  readonly issuer: string;
  readonly audience: string;
  readonly tokenEndpoint: string;
  readonly workspaceId: string;
  readonly appId: string;
  readonly username: string;
  /** What row rules read about the viewer, each with a value that finds rows. */
  readonly attributes?: Readonly<Record<string, string | number>>;
}
