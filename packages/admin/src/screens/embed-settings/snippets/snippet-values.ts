/** Values of the embed settings, plus the viewer that the example signs. */
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
  /** The viewer attributes that row rules use, each with a value that matches rows. */
  readonly attributes?: Readonly<Record<string, string | number>>;
}
