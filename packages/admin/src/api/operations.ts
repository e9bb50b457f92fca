// Written by `npm run reference` from the server's OpenAPI description. Do not edit.

import type { Page } from '@inlay/protocol/pagination';
import type { GroupRule } from '@inlay/protocol/rule';
import type { PageMeta } from '@inlay/protocol/pagination';
import type { QueryResult } from '@inlay/protocol/result';
import type { RowRule } from '@inlay/protocol/rule';
import type { Sample } from '@inlay/protocol/dataset-api';
import type { VisibilityRule } from '@inlay/protocol/rule';

export interface Schemas {
  AdminRole: "owner" | "administrator" | "data-manager" | "content-author" | "auditor";
  AlertCondition: {
    readonly kind: "above";
    readonly limit: number;
    readonly margin: number;
    readonly measure: string;
    readonly by?: string;
    readonly quietMinutes: number;
  } | {
    readonly kind: "below";
    readonly limit: number;
    readonly margin: number;
    readonly measure: string;
    readonly by?: string;
    readonly quietMinutes: number;
  } | {
    readonly kind: "change";
    readonly by?: string;
    readonly measure: string;
    readonly quietMinutes: number;
    readonly direction: "up" | "down" | "either";
    readonly amount: number;
    readonly unit: "percent" | "absolute";
  } | {
    readonly kind: "missing";
    readonly measure: string;
    readonly by?: string;
    readonly quietMinutes: number;
  };
  AllowedValues: {
    readonly host?: ReadonlyArray<string>;
    readonly database?: ReadonlyArray<string>;
    readonly user?: ReadonlyArray<string>;
  };
  ApiKey: {
    readonly id: string;
    readonly name: string;
    readonly scopes: ReadonlyArray<Schemas['Permission']>;
    readonly workspaces: ReadonlyArray<string> | null;
    readonly networks: ReadonlyArray<string> | null;
    readonly expiresAt: string | null;
    readonly prefix: string;
    readonly previous: Schemas['PreviousApiKey'] | null;
    readonly createdBy: string | null;
    readonly createdAt: string;
    readonly lastUsedAt: string | null;
  };
  ApiKeyChange: {
    readonly name?: string;
    readonly scopes?: ReadonlyArray<Schemas['Permission']>;
    readonly workspaces?: ReadonlyArray<string> | null;
    readonly networks?: ReadonlyArray<string> | null;
    readonly expiresAt?: string | null;
  };
  ApiKeyPage: Page<Schemas['ApiKey']>;
  ApiKeyRotation: {
    readonly overlapHours?: number;
  };
  App: Schemas['AppContent'] & {
    readonly id: string;
    readonly appId: string;
    readonly state: "draft" | "in-review" | "published" | "archived";
    readonly publishedVersion: number | null;
    readonly comment: string | null;
    readonly createdAt: string;
    readonly createdBy: string | null;
    readonly updatedBy: string | null;
    readonly revision: number | null;
    readonly updatedAt: string | null;
  };
  AppChange: {
    readonly title?: string | null;
    readonly description?: string | null;
    readonly workspaceId?: string | null;
    readonly theme?: Schemas['ThemeChoice'] | null;
    readonly datasets?: ReadonlyArray<string> | null;
    readonly translations?: Readonly<Record<string, Readonly<Record<string, string>>>> | null;
  };
  AppContent: {
    readonly title: string;
    readonly description?: string;
    readonly workspaceId: string;
    readonly theme?: Schemas['ThemeChoice'];
    readonly datasets?: ReadonlyArray<string>;
    readonly translations?: Readonly<Record<string, Readonly<Record<string, string>>>>;
  };
  AppPage: Page<Schemas['App']>;
  AppPhrases: {
    readonly phrases: ReadonlyArray<string>;
  };
  AppVersion: {
    readonly version: number;
    readonly revision: number;
    readonly author: string | null;
    readonly at: string;
    readonly comment: string | null;
    readonly content: Schemas['AppContent'];
  };
  AppVersionPage: Page<Schemas['AppVersion']>;
  AuditEvent: {
    readonly id: string;
    readonly at: string;
    readonly action: string;
    readonly outcome: "success" | "refused";
    readonly actor: string | null;
    readonly target: string | null;
    readonly reason: string | null;
    readonly count: number;
    readonly rows: number | null;
    readonly requestId: string | null;
    readonly ip: string | null;
    readonly details: unknown | null;
  };
  AuditEventPage: Page<Schemas['AuditEvent']>;
  AuthorToken: {
    readonly token: string;
    readonly expiresAt: string;
    readonly expiresIn: number;
    readonly truncated: boolean;
    readonly embedId: string;
  };
  BuilderColumn: {
    readonly name: string;
    readonly label: string;
    readonly description?: string;
    readonly format?: Schemas['Format'];
    readonly canGroup?: false;
    readonly aggregations?: ReadonlyArray<"sum" | "average" | "distinct" | "min" | "max" | "median" | "count">;
    readonly restricted?: true;
    readonly type: Schemas['ColumnType'];
  };
  BuilderDataset: {
    readonly id: string;
    readonly name: string;
    readonly columns: ReadonlyArray<Schemas['BuilderColumn']>;
    readonly measures: ReadonlyArray<Schemas['BuilderMeasure']>;
    readonly related?: ReadonlyArray<Schemas['RelatedFields']>;
  };
  BuilderDatasetPage: Page<Schemas['BuilderDataset']>;
  BuilderMeasure: {
    readonly name: string;
    readonly label: string;
    readonly description?: string;
    readonly format?: Schemas['Format'];
    readonly additive: boolean;
  };
  Bundle: {
    readonly datasets: ReadonlyArray<string>;
    readonly app: string | null;
    readonly dashboard: string | null;
  };
  BundledApp: Schemas['AppContent'] & {
    readonly id: string;
  };
  BundledDashboard: Schemas['DashboardContent'] & {
    readonly id: string;
    readonly appId: string;
  };
  BundledDataset: {
    readonly id: string;
    readonly name: string;
    readonly connectionId: string;
    readonly workspaceId?: string | null;
    readonly checkAs?: Schemas['UserContext'];
    readonly source: Schemas['DatasetSource'];
    readonly columns?: ReadonlyArray<Schemas['DatasetColumn']>;
    readonly measures?: ReadonlyArray<Schemas['Measure']>;
    readonly relationships?: ReadonlyArray<Schemas['Relationship']>;
    readonly segmented?: boolean;
    readonly rowRules?: ReadonlyArray<Schemas['RowRule']>;
    readonly groupRules?: ReadonlyArray<Schemas['GroupRule']>;
    readonly cacheSeconds?: number;
  };
  Calendar: {
    readonly timeZone: string;
    readonly weekStart: number;
    readonly fiscalYearStart: number;
  };
  CheckExpressionRequest: {
    readonly expression: string;
    readonly columns: ReadonlyArray<Schemas['ExpressionColumn']>;
    readonly column?: string;
  };
  CheckTextsRequest: {
    readonly appId: string;
    readonly content: Schemas['StoryContent'];
    readonly contexts: ReadonlyArray<Schemas['UserContext']>;
    readonly lang?: string;
    readonly timeZone?: string;
  };
  CheckedExpression: {
    readonly problem: Schemas['ExpressionProblem'] | null;
    readonly type: Schemas['ColumnType'] | null;
  };
  CheckedTexts: {
    readonly hidden: string | null;
    readonly hiddenSteps: ReadonlyArray<{
      readonly step: string;
      readonly reason: string;
    }>;
    readonly missing: ReadonlyArray<{
      readonly step: string;
      readonly text: "title" | "narrative" | "recommendation";
      readonly value: string;
      readonly reason: "no-rows" | "no-value" | "no-access" | "failed";
    }>;
  };
  CheckedViewers: {
    readonly viewers: ReadonlyArray<Schemas['CheckedTexts']>;
  };
  ChosenValue: string | number | boolean | null | {
    readonly in: ReadonlyArray<string | number | boolean | null>;
  } | {
    readonly notIn: ReadonlyArray<string | number | boolean | null>;
  };
  ClickAction: {
    readonly kind: "dashboard";
    readonly dashboard: string;
    readonly filters?: Readonly<Record<string, string>>;
  } | {
    readonly kind: "url";
    readonly url: string;
  } | {
    readonly kind: "host";
  };
  ClientSecret: {
    readonly secret: string;
  };
  ColumnType: "string" | "integer" | "decimal" | "number" | "boolean" | "date" | "datetime" | "json";
  Comparison: {
    readonly column: string;
    readonly with: "previous-period" | "previous-year";
  };
  Connection: {
    readonly id: string;
    readonly name: string;
    readonly kind: "duckdb" | "clickhouse" | "mysql" | "postgres" | "trino";
    readonly hasPassword: boolean;
    readonly allowed: Schemas['AllowedValues'] | null;
    readonly reads: ReadonlyArray<string>;
    readonly version: number;
    readonly createdAt: string;
    readonly updatedAt: string;
    readonly host: string | null;
    readonly port: number | null;
    readonly database: string | null;
    readonly user: string | null;
    readonly tls: "verified" | "unverified" | "off";
    readonly certificateAuthority: string | null;
  };
  ConnectionChange: {
    readonly name?: string;
    readonly host?: string | null;
    readonly port?: number | null;
    readonly database?: string | null;
    readonly user?: string | null;
    readonly password?: string | null;
    readonly tls?: "verified" | "unverified" | "off";
    readonly certificateAuthority?: string | null;
    readonly allowed?: Schemas['AllowedValues'] | null;
  };
  ConnectionField: {
    readonly name: string;
    readonly label: string;
    readonly help: string | null;
    readonly required: boolean;
    readonly default: string | number | null;
    readonly placeholder: string | null;
    readonly minimum: number | null;
    readonly maximum: number | null;
    readonly choices: ReadonlyArray<Schemas['FieldChoice']> | null;
    readonly onlyIf: Schemas['FieldCondition'] | null;
    readonly readsContext: boolean;
    readonly type: "text" | "multiline" | "integer" | "choice" | "secret";
  };
  ConnectionPage: Page<Schemas['Connection']>;
  ConnectionTest: {
    readonly ok: boolean;
    readonly code: string | null;
    readonly message: string;
    readonly detail: string | null;
  };
  ConnectionTestRequest: {
    readonly change?: Schemas['ConnectionChange'];
    readonly context?: Schemas['UserContext'];
  };
  ConnectionVerdict: {
    readonly ok: boolean;
    readonly reason: string | null;
    readonly reads: ReadonlyArray<string>;
  };
  ContentChange: {
    readonly path: string;
    readonly kind: "added" | "removed" | "changed" | "reordered";
    readonly before?: unknown;
    readonly after?: unknown;
  };
  ContentChanges: {
    readonly changes: ReadonlyArray<Schemas['ContentChange']>;
  };
  ContentFile: {
    readonly path: string;
    readonly text: string;
  };
  ContentPlan: {
    readonly app: string;
    readonly revision: string;
    readonly files: ReadonlyArray<Schemas['PlannedFile']>;
    readonly embeds: ReadonlyArray<Schemas['PlannedEmbed']>;
  };
  ContextReport: {
    readonly bytes: number;
    readonly limit: number;
    readonly truncated: boolean;
    readonly lost: ReadonlyArray<{
      readonly section: string;
      readonly key: string;
    }>;
    readonly bytesByField: Readonly<Record<string, number>>;
    readonly ignored: ReadonlyArray<string>;
    readonly effective: Readonly<Record<string, unknown>>;
  };
  CreatedApiKey: Schemas['ApiKey'] & {
    readonly key: string;
  };
  CreatedDestination: Schemas['Destination'] & {
    readonly secret: string | null;
  };
  CreatedUsers: {
    readonly data: ReadonlyArray<Schemas['User']>;
  };
  CurrentUser: Schemas['User'] & {
    readonly permissions: ReadonlyArray<Schemas['Permission']>;
    readonly tenant: Schemas['OwnTenant'];
  };
  Dashboard: Schemas['DashboardContent'] & {
    readonly id: string;
    readonly appId: string;
    readonly state: "draft" | "in-review" | "published" | "archived";
    readonly publishedVersion: number | null;
    readonly comment: string | null;
    readonly createdAt: string;
    readonly createdBy: string | null;
    readonly updatedBy: string | null;
    readonly revision: number | null;
    readonly updatedAt: string | null;
  };
  DashboardChange: {
    readonly title?: string | null;
    readonly description?: string | null;
    readonly filters?: ReadonlyArray<Schemas['FilterControl']> | null;
    readonly tabs?: ReadonlyArray<Schemas['DashboardTab']> | null;
    readonly crossFilter?: boolean | null;
    readonly drill?: ReadonlyArray<Schemas['DrillDown']> | null;
    readonly phone?: ReadonlyArray<string> | null;
    readonly items?: ReadonlyArray<Schemas['DashboardItem']> | null;
    readonly template?: boolean | null;
    readonly visibility?: Schemas['VisibilityRule'] | null;
  };
  DashboardContent: {
    readonly title: string;
    readonly description?: string;
    readonly filters?: ReadonlyArray<Schemas['FilterControl']>;
    readonly tabs?: ReadonlyArray<Schemas['DashboardTab']>;
    readonly crossFilter?: boolean;
    readonly drill?: ReadonlyArray<Schemas['DrillDown']>;
    readonly phone?: ReadonlyArray<string>;
    readonly items: ReadonlyArray<Schemas['DashboardItem']>;
    readonly template?: boolean;
    readonly visibility?: Schemas['VisibilityRule'];
  };
  DashboardItem: {
    readonly id: string;
    readonly x: number;
    readonly y: number;
    readonly w: number;
    readonly h: number;
    readonly tab?: string;
    readonly tile: string;
    readonly title?: string;
    readonly visibility?: Schemas['VisibilityRule'];
  } | {
    readonly id: string;
    readonly x: number;
    readonly y: number;
    readonly w: number;
    readonly h: number;
    readonly tab?: string;
    readonly text: string;
    readonly values?: Readonly<Record<string, Schemas['ValueSource']>>;
    readonly visibility?: Schemas['VisibilityRule'];
  } | {
    readonly id: string;
    readonly x: number;
    readonly y: number;
    readonly w: number;
    readonly h: number;
    readonly tab?: string;
    readonly chart: Schemas['OwnTile'];
    readonly visibility?: Schemas['VisibilityRule'];
  };
  DashboardPage: Page<Schemas['Dashboard']>;
  DashboardTab: {
    readonly id: string;
    readonly title: string;
  };
  DashboardVersion: {
    readonly version: number;
    readonly revision: number;
    readonly author: string | null;
    readonly at: string;
    readonly comment: string | null;
    readonly content: Schemas['DashboardContent'];
  };
  DashboardVersionPage: Page<Schemas['DashboardVersion']>;
  DataModel: {
    readonly datasets: ReadonlyArray<Schemas['ModelDataset']>;
    readonly truncated: boolean;
  };
  Dataset: {
    readonly id: string;
    readonly name: string;
    readonly connectionId: string;
    readonly workspaceId: string | null;
    readonly version: number;
    readonly source: Schemas['DatasetSource'];
    readonly columns: ReadonlyArray<Schemas['DatasetColumn']>;
    readonly measures?: ReadonlyArray<Schemas['Measure']>;
    readonly relationships?: ReadonlyArray<Schemas['Relationship']>;
    readonly segmented?: boolean;
    readonly rowRules?: ReadonlyArray<Schemas['RowRule']>;
    readonly groupRules?: ReadonlyArray<Schemas['GroupRule']>;
    readonly cacheSeconds?: number;
    readonly createdAt: string;
    readonly updatedAt: string;
  };
  DatasetChange: {
    readonly name?: string;
    readonly connectionId?: string;
    readonly workspaceId?: string | null;
    readonly checkAs?: Schemas['UserContext'];
    readonly source?: Schemas['DatasetSource'];
    readonly columns?: ReadonlyArray<Schemas['DatasetColumn']>;
    readonly measures?: ReadonlyArray<Schemas['Measure']>;
    readonly relationships?: ReadonlyArray<Schemas['Relationship']>;
    readonly segmented?: boolean;
    readonly rowRules?: ReadonlyArray<Schemas['RowRule']>;
    readonly groupRules?: ReadonlyArray<Schemas['GroupRule']>;
    readonly cacheSeconds?: number;
  };
  DatasetColumn: {
    readonly name: string;
    readonly label?: string;
    readonly description?: string;
    readonly format?: Schemas['Format'];
    readonly hidden?: boolean;
    readonly expression?: string;
    readonly sharedDimension?: string;
    readonly aggregations?: ReadonlyArray<"sum" | "average" | "distinct" | "min" | "max" | "median" | "count">;
    readonly access?: ReadonlyArray<{
      readonly when?: Schemas['VisibilityRule'];
      readonly show: "value" | "null" | "hash" | "last-four";
    } | {
      readonly when?: Schemas['VisibilityRule'];
      readonly show: "range";
      readonly size: number;
    }>;
    readonly colors?: ReadonlyArray<Schemas['MemberColor']>;
    readonly timeZone?: string;
    readonly type: Schemas['ColumnType'];
  };
  DatasetDraft: {
    readonly connectionId: string;
    readonly workspaceId?: string | null;
  };
  DatasetPage: Page<Schemas['Dataset']>;
  DatasetSource: {
    readonly kind: "table";
    readonly catalog?: string;
    readonly schema?: string;
    readonly table: string;
  } | {
    readonly kind: "file";
    readonly file: string;
  } | {
    readonly kind: "sql";
    readonly sql: string;
  };
  DatasetTrial: {
    readonly explanation: Schemas['Explanation'];
    readonly answer: Schemas['QueryAnswer'] | null;
    readonly refusal: string | null;
  };
  DatasetUsage: {
    readonly data: ReadonlyArray<Schemas['DatasetUser']>;
    readonly meta: Schemas['PageMeta'];
    readonly datasets: ReadonlyArray<Schemas['RelatedDataset']>;
  };
  DatasetUsageCount: {
    readonly id: string;
    readonly name: string | null;
    readonly queries: number;
    readonly slowQueries: number;
    readonly averageMs: number;
    readonly longestMs: number;
  };
  DatasetUser: {
    readonly kind: string;
    readonly id: string;
    readonly appId: string;
    readonly title: string;
    readonly published: boolean;
  };
  DayOfUsage: {
    readonly day: string;
    readonly exchanges: number;
    readonly refusals: number;
    readonly views: number;
    readonly exportedRows: number;
    readonly queries: number;
    readonly slowQueries: number;
    readonly reports: number;
  };
  DeliverTo: {
    readonly kind: "email";
    readonly recipients: ReadonlyArray<string>;
  } | {
    readonly kind: "destination";
    readonly id: string;
  };
  Delivery: {
    readonly id: string;
    readonly subscriptionId: string;
    readonly title: string;
    readonly kind: "report" | "test" | "check" | "alert";
    readonly recipient: string | null;
    readonly dueAt: string;
    readonly state: "waiting" | "working" | "sending" | "sent" | "failed" | "unknown" | "skipped";
    readonly attempts: number;
    readonly reason: string | null;
    readonly finishedAt: string | null;
  };
  DeliveryPage: Page<Schemas['Delivery']>;
  Destination: {
    readonly id: string;
    readonly name: string;
    readonly kind: "webhook" | "slack" | "teams";
    readonly workspaceId: string;
    readonly host: string;
    readonly createdAt: string;
    readonly updatedAt: string;
  };
  DestinationChange: {
    readonly name?: string;
    readonly url?: string;
  };
  DestinationPage: Page<Schemas['Destination']>;
  DestinationSecret: {
    readonly secret: string;
  };
  DestinationTest: {
    readonly sent: boolean;
    readonly problem: string | null;
  };
  Dimension: {
    readonly column: string;
    readonly grain?: "hour" | "day" | "week" | "month" | "quarter" | "year" | "fiscal-quarter" | "fiscal-year";
    readonly fillGaps?: boolean;
  };
  DrillDown: {
    readonly id: string;
    readonly label: string;
    readonly datasetId: string;
    readonly levels: ReadonlyArray<string>;
  };
  DrillThrough: {
    readonly columns: ReadonlyArray<string>;
  };
  DuplicateKeys: {
    readonly side: "own" | "other";
    readonly count: number;
    readonly examples: ReadonlyArray<ReadonlyArray<unknown>>;
  };
  Embed: Schemas['EmbedContent'] & {
    readonly id: string;
    readonly appId: string;
    readonly state: "draft" | "in-review" | "published" | "archived";
    readonly publishedVersion: number | null;
    readonly comment: string | null;
    readonly createdAt: string;
    readonly createdBy: string | null;
    readonly updatedBy: string | null;
    readonly revision: number | null;
    readonly updatedAt: string | null;
  };
  EmbedAuthSettings: {
    readonly tenantId: string;
    readonly clientId: string;
    readonly sub: string;
    readonly iss: string;
    readonly aud: string;
    readonly tokenEndpoint: string;
    readonly hasSecret: boolean;
    readonly secretCreatedAt: string | null;
    readonly formerSecretUntil: string | null;
    readonly signature: Schemas['Signature'] | null;
    readonly replayProtection: boolean;
    readonly maxTokenSeconds: number;
    readonly allowedOrigins: ReadonlyArray<string>;
  };
  EmbedAuthSettingsChange: {
    readonly replayProtection?: boolean;
    readonly maxTokenSeconds?: number;
    readonly allowedOrigins?: ReadonlyArray<string>;
  };
  EmbedChange: {
    readonly title?: string | null;
    readonly alias?: string | null;
    readonly target?: Schemas['EmbedTarget'] | null;
    readonly allowedOrigins?: ReadonlyArray<string> | null;
    readonly expiresAt?: string | null | null;
    readonly theme?: Schemas['ThemeChoice'] | null;
    readonly options?: Schemas['EmbedOptions'] | null;
  };
  EmbedCheck: {
    readonly name: "state" | "expiry" | "workspace" | "privilege" | "origin" | "target" | "rules";
    readonly ok: boolean;
    readonly reason: string;
  };
  EmbedContent: {
    readonly title: string;
    readonly alias?: string;
    readonly target: Schemas['EmbedTarget'];
    readonly allowedOrigins?: ReadonlyArray<string>;
    readonly expiresAt?: string | null;
    readonly theme?: Schemas['ThemeChoice'];
    readonly options?: Schemas['EmbedOptions'];
  };
  EmbedExplanation: {
    readonly visible: boolean;
    readonly summary: string;
    readonly truncated: boolean;
    readonly checks: ReadonlyArray<Schemas['EmbedCheck']>;
    readonly parts: ReadonlyArray<Schemas['ExplainedPart']>;
  };
  EmbedOptions: {
    readonly filters?: ReadonlyArray<Schemas['Filter']>;
    readonly height?: number;
    readonly hide?: ReadonlyArray<"title" | "filters" | "export" | "navigation">;
    readonly subscriptions?: Schemas['SubscriptionLimits'];
    readonly personalCopies?: boolean;
  };
  EmbedPage: Page<Schemas['Embed']>;
  EmbedTarget: {
    readonly kind: "tile" | "story" | "dashboard" | "builder";
    readonly id: string;
  };
  EmbedUsage: {
    readonly id: string;
    readonly title: string | null;
    readonly views: number;
    readonly viewsByDay: ReadonlyArray<number>;
  };
  EmbedVersion: {
    readonly version: number;
    readonly revision: number;
    readonly author: string | null;
    readonly at: string;
    readonly comment: string | null;
    readonly content: Schemas['EmbedContent'];
  };
  EmbedVersionPage: Page<Schemas['EmbedVersion']>;
  Engine: {
    readonly name: string;
    readonly label: string;
    readonly about: string;
    readonly example: string;
    readonly readsFiles: boolean;
    readonly sql: Schemas['EngineSql'];
    readonly fields: ReadonlyArray<Schemas['ConnectionField']>;
  };
  EnginePage: Page<Schemas['Engine']>;
  EngineSql: {
    readonly highlighting: "postgresql" | "mariadb" | "standard";
    readonly quote: string;
  };
  ExplainDraftRequest: {
    readonly context: Schemas['UserContext'];
    readonly kind: "tile" | "story" | "dashboard";
    readonly content: unknown;
  };
  ExplainEmbedRequest: {
    readonly context: Schemas['UserContext'];
    readonly origin?: string;
  };
  ExplainRequest: {
    readonly query: Schemas['QuerySpec'];
    readonly context: Schemas['UserContext'];
    readonly calendar?: Schemas['Calendar'];
    readonly row?: Readonly<Record<string, string | number | boolean | null>>;
  };
  ExplainedData: {
    readonly datasetId: string;
    readonly rows: "all" | "some" | "none";
    readonly reason: string;
    readonly filters: ReadonlyArray<Schemas['ExplainedFilter']>;
  };
  ExplainedDataset: {
    readonly path: string;
    readonly datasetId: string;
    readonly rows: "all" | "some" | "none";
    readonly rules: ReadonlyArray<Schemas['RuleFinding']>;
  };
  ExplainedFilter: {
    readonly filter: string;
    readonly column: string | null;
    readonly reason: string;
  };
  ExplainedPart: {
    readonly kind: "tile" | "story" | "step" | "dashboard" | "item";
    readonly id: string;
    readonly title: string | null;
    readonly visible: boolean;
    readonly reason: string;
    readonly rules: ReadonlyArray<Schemas['RuleFinding']>;
    readonly data: Schemas['ExplainedData'] | null;
  };
  ExplainedStatement: {
    readonly purpose: "rows" | "totals" | "subtotals" | "before";
    readonly sql: string;
    readonly parameters: ReadonlyArray<Schemas['NamedParameter']>;
  };
  Explanation: {
    readonly rows: "all" | "some" | "none";
    readonly rules: ReadonlyArray<Schemas['RuleFinding']>;
    readonly summary: string;
    readonly related: ReadonlyArray<Schemas['ExplainedDataset']>;
    readonly required: ReadonlyArray<Schemas['RemovedRows']>;
    readonly statements: ReadonlyArray<Schemas['ExplainedStatement']>;
    readonly workspace: Schemas['Verdict'];
    readonly connection: Schemas['ConnectionVerdict'];
    readonly row: Schemas['RowVerdict'] | null;
  };
  ExportedContent: {
    readonly files: ReadonlyArray<Schemas['ContentFile']>;
  };
  ExpressionColumn: {
    readonly name: string;
    readonly expression?: string;
    readonly timeZone?: string;
    readonly type: Schemas['ColumnType'];
  };
  ExpressionProblem: {
    readonly message: string;
    readonly position: number;
    readonly length: number;
  };
  FieldChoice: {
    readonly value: string;
    readonly label: string;
  };
  FieldCondition: {
    readonly field: string;
    readonly value: string;
  };
  File: {
    readonly name: string;
    readonly table: string;
    readonly bytes: number;
    readonly complete: boolean;
    readonly updatedAt: string;
  };
  FileImport: {
    readonly id: string;
    readonly name: string;
    readonly table: string;
    readonly bytes: number;
    readonly state: "queued" | "running" | "done" | "failed";
    readonly rows: number | null;
    readonly error: string | null;
    readonly resumable: boolean;
    readonly createdAt: string;
  };
  FileImportPage: Page<Schemas['FileImport']>;
  FilePage: Page<Schemas['File']>;
  Filter: {
    readonly column: string;
    readonly operator: "contains" | "starts-with";
    readonly value: string;
  } | {
    readonly column: string;
    readonly operator: "equals" | "not-equals";
    readonly value: string | number | boolean;
  } | {
    readonly column: string;
    readonly operator: "less" | "less-or-equal" | "greater" | "greater-or-equal";
    readonly value: string | number | boolean;
  } | {
    readonly column: string;
    readonly operator: "in" | "not-in";
    readonly values: ReadonlyArray<string | number | boolean>;
    readonly orNotSet?: boolean;
  } | {
    readonly column: string;
    readonly operator: "between";
    readonly from: string | number | boolean;
    readonly to: string | number | boolean;
  } | {
    readonly column: string;
    readonly operator: "is-set" | "is-not-set";
  } | {
    readonly column: string;
    readonly operator: "in-period";
    readonly period: string;
  };
  FilterControl: {
    readonly id: string;
    readonly label: string;
    readonly datasetId: string;
    readonly tiles?: ReadonlyArray<string>;
    readonly dependsOn?: ReadonlyArray<string>;
    readonly column: string;
    readonly kind: "dropdown";
    readonly default?: string | number | boolean;
  } | {
    readonly id: string;
    readonly label: string;
    readonly datasetId: string;
    readonly tiles?: ReadonlyArray<string>;
    readonly dependsOn?: ReadonlyArray<string>;
    readonly column: string;
    readonly kind: "multi-select";
    readonly default?: ReadonlyArray<string | number | boolean>;
  } | {
    readonly id: string;
    readonly label: string;
    readonly datasetId: string;
    readonly tiles?: ReadonlyArray<string>;
    readonly dependsOn?: ReadonlyArray<string>;
    readonly column: string;
    readonly kind: "date-range";
    readonly presets?: ReadonlyArray<"today" | "yesterday" | "last-7-days" | "last-30-days" | "last-90-days" | "last-12-months" | "this-week" | "this-month" | "this-quarter" | "this-year" | "last-week" | "last-month" | "last-quarter" | "last-year" | "this-fiscal-quarter" | "this-fiscal-year" | "last-fiscal-quarter" | "last-fiscal-year" | "all">;
    readonly default?: "today" | "yesterday" | "last-7-days" | "last-30-days" | "last-90-days" | "last-12-months" | "this-week" | "this-month" | "this-quarter" | "this-year" | "last-week" | "last-month" | "last-quarter" | "last-year" | "this-fiscal-quarter" | "this-fiscal-year" | "last-fiscal-quarter" | "last-fiscal-year" | "all" | {
      readonly from: string;
      readonly to: string;
    };
  } | {
    readonly id: string;
    readonly label: string;
    readonly datasetId: string;
    readonly tiles?: ReadonlyArray<string>;
    readonly dependsOn?: ReadonlyArray<string>;
    readonly kind: "hierarchy";
    readonly levels: ReadonlyArray<string>;
  } | {
    readonly id: string;
    readonly label: string;
    readonly datasetId: string;
    readonly tiles?: ReadonlyArray<string>;
    readonly dependsOn?: ReadonlyArray<string>;
    readonly column: string;
    readonly kind: "slider";
    readonly min?: number;
    readonly max?: number;
    readonly step?: number;
    readonly default?: {
      readonly from: number;
      readonly to: number;
    };
  } | {
    readonly id: string;
    readonly label: string;
    readonly datasetId: string;
    readonly tiles?: ReadonlyArray<string>;
    readonly dependsOn?: ReadonlyArray<string>;
    readonly column: string;
    readonly kind: "search";
    readonly default?: string;
  };
  FilterValue: string | number | boolean | null | ReadonlyArray<string | number | boolean | null> | {
    readonly from?: string | number;
    readonly to?: string | number;
  };
  FilterValues: {
    readonly values: ReadonlyArray<string | number | boolean | null>;
    readonly truncated: boolean;
  };
  FollowedDataset: {
    readonly path: string;
    readonly datasetId: string;
    readonly rows: "all" | "some" | "none";
    readonly rules: ReadonlyArray<Schemas['FollowedRuleFinding']>;
  };
  FollowedRuleFinding: {
    readonly path: string;
    readonly outcome: string;
    readonly reason: string;
    readonly missing?: string;
  };
  Format: {
    readonly kind: "number";
    readonly decimals?: number;
    readonly compact?: boolean;
    readonly unit?: string;
  } | {
    readonly kind: "currency";
    readonly currency?: string;
    readonly decimals?: number;
    readonly compact?: boolean;
  } | {
    readonly kind: "percent";
    readonly decimals?: number;
  } | {
    readonly kind: "date";
    readonly style?: "short" | "medium" | "long";
  } | {
    readonly kind: "text";
  };
  Group: {
    readonly id: string;
    readonly name: string;
    readonly createdAt: string;
    readonly updatedAt: string;
  };
  GroupChange: {
    readonly name: string;
  };
  GroupPage: Page<Schemas['Group']>;
  GroupRule: GroupRule;
  IdentityProvider: Schemas['OidcProvider'] | Schemas['SamlProvider'];
  IdentityProviderChange: Schemas['OidcProviderChange'] | Schemas['SamlProviderChange'];
  IdentityProviderPage: Page<Schemas['IdentityProvider']>;
  InferRequest: {
    readonly connectionId: string;
    readonly source: Schemas['DatasetSource'];
    readonly context?: Schemas['UserContext'];
  };
  InferredDataset: {
    readonly columns: ReadonlyArray<Schemas['SourceColumn']>;
    readonly sample: Schemas['Sample'];
  };
  JwksAddress: {
    readonly url: string;
    readonly revokeTokens?: boolean;
  };
  KnownAttributes: {
    readonly attributes: ReadonlyArray<string>;
  };
  LastResult: {
    readonly at: string;
    readonly state: "waiting" | "working" | "sending" | "sent" | "failed" | "unknown" | "skipped";
    readonly code: "access-lost" | "content-gone" | "context-ended" | "refused-by-host" | "tokens-revoked" | "unsubscribed" | "reports-off" | "destination-gone" | "recipient-not-allowed" | "subscription-changed" | "host-unavailable" | "data-unavailable" | "chart-changed" | "delivery-failed" | "outcome-unknown" | "internal" | null;
    readonly reason: string | null;
  };
  ListedUserImport: {
    readonly id: string;
    readonly state: "staging" | "done" | "abandoned";
    readonly users: number;
    readonly startedAt: string;
  };
  ListedUserImportPage: Page<Schemas['ListedUserImport']>;
  MailFailure: {
    readonly id: string;
    readonly kind: string;
    readonly recipient: string | null;
    readonly failedAt: string;
    readonly reason: string;
  };
  MailSettings: {
    readonly useOwnServer: boolean;
    readonly host: string | null;
    readonly port: number | null;
    readonly encryption: "starttls" | "tls" | "none";
    readonly username: string | null;
    readonly senderName: string | null;
    readonly senderAddress: string | null;
    readonly replyTo: string | null;
    readonly theme: string | null;
    readonly logo: string | null;
    readonly hasPassword: boolean;
    readonly instanceSender: string | null;
    readonly canSend: boolean;
    readonly waiting: number;
    readonly failures: ReadonlyArray<Schemas['MailFailure']>;
  };
  MailSettingsChange: {
    readonly useOwnServer?: boolean;
    readonly host?: string | null;
    readonly port?: number | null;
    readonly encryption?: "starttls" | "tls" | "none";
    readonly username?: string | null;
    readonly senderName?: string | null;
    readonly senderAddress?: string | null;
    readonly replyTo?: string | null;
    readonly theme?: string | null;
    readonly logo?: string | null;
    readonly password?: string | null;
  };
  MailTest: {
    readonly sent: boolean;
    readonly recipient: string;
    readonly problem: string | null;
  };
  Measure: {
    readonly name: string;
    readonly label?: string;
    readonly description?: string;
    readonly format?: Schemas['Format'];
    readonly hidden?: boolean;
    readonly kind: "sum" | "average" | "distinct" | "min" | "max" | "median";
    readonly column: string;
    readonly filters?: ReadonlyArray<Schemas['Filter']>;
    readonly anyOf?: ReadonlyArray<ReadonlyArray<Schemas['Filter']>>;
  } | {
    readonly name: string;
    readonly label?: string;
    readonly description?: string;
    readonly format?: Schemas['Format'];
    readonly hidden?: boolean;
    readonly kind: "count";
    readonly column?: string;
    readonly filters?: ReadonlyArray<Schemas['Filter']>;
    readonly anyOf?: ReadonlyArray<ReadonlyArray<Schemas['Filter']>>;
  } | {
    readonly name: string;
    readonly label?: string;
    readonly description?: string;
    readonly format?: Schemas['Format'];
    readonly hidden?: boolean;
    readonly kind: "percentile";
    readonly column: string;
    readonly percentile: number;
    readonly filters?: ReadonlyArray<Schemas['Filter']>;
    readonly anyOf?: ReadonlyArray<ReadonlyArray<Schemas['Filter']>>;
  } | {
    readonly name: string;
    readonly label?: string;
    readonly description?: string;
    readonly format?: Schemas['Format'];
    readonly hidden?: boolean;
    readonly kind: "first" | "last";
    readonly column: string;
    readonly by: string;
    readonly filters?: ReadonlyArray<Schemas['Filter']>;
    readonly anyOf?: ReadonlyArray<ReadonlyArray<Schemas['Filter']>>;
  } | {
    readonly name: string;
    readonly label?: string;
    readonly description?: string;
    readonly format?: Schemas['Format'];
    readonly hidden?: boolean;
    readonly kind: "weighted-average";
    readonly column: string;
    readonly weight: string;
    readonly filters?: ReadonlyArray<Schemas['Filter']>;
    readonly anyOf?: ReadonlyArray<ReadonlyArray<Schemas['Filter']>>;
  } | {
    readonly name: string;
    readonly label?: string;
    readonly description?: string;
    readonly format?: Schemas['Format'];
    readonly hidden?: boolean;
    readonly kind: "ratio";
    readonly numerator: string;
    readonly denominator: string;
  } | {
    readonly name: string;
    readonly label?: string;
    readonly description?: string;
    readonly format?: Schemas['Format'];
    readonly hidden?: boolean;
    readonly kind: "expression";
    readonly expression: string;
  } | {
    readonly name: string;
    readonly label?: string;
    readonly description?: string;
    readonly format?: Schemas['Format'];
    readonly hidden?: boolean;
    readonly measure: string;
    readonly kind: "share-of-total";
    readonly within?: ReadonlyArray<string>;
  } | {
    readonly name: string;
    readonly label?: string;
    readonly description?: string;
    readonly format?: Schemas['Format'];
    readonly hidden?: boolean;
    readonly measure: string;
    readonly kind: "rank";
    readonly direction?: "asc" | "desc";
    readonly within?: ReadonlyArray<string>;
  } | {
    readonly name: string;
    readonly label?: string;
    readonly description?: string;
    readonly format?: Schemas['Format'];
    readonly hidden?: boolean;
    readonly measure: string;
    readonly date: string;
    readonly kind: "running-total";
  } | {
    readonly name: string;
    readonly label?: string;
    readonly description?: string;
    readonly format?: Schemas['Format'];
    readonly hidden?: boolean;
    readonly measure: string;
    readonly date: string;
    readonly kind: "moving-average";
    readonly periods: number;
  } | {
    readonly name: string;
    readonly label?: string;
    readonly description?: string;
    readonly format?: Schemas['Format'];
    readonly hidden?: boolean;
    readonly measure: string;
    readonly date: string;
    readonly kind: "period-to-date";
    readonly period: "week" | "month" | "quarter" | "year" | "fiscal-quarter" | "fiscal-year";
  } | {
    readonly name: string;
    readonly label?: string;
    readonly description?: string;
    readonly format?: Schemas['Format'];
    readonly hidden?: boolean;
    readonly measure: string;
    readonly date: string;
    readonly kind: "difference" | "growth";
    readonly offset: {
      readonly count: number;
      readonly unit: "day" | "week" | "month" | "quarter" | "year";
    };
  };
  MeasureFilter: {
    readonly measure: string;
    readonly operator: "equals" | "not-equals" | "less" | "less-or-equal" | "greater" | "greater-or-equal";
    readonly value: number;
  } | {
    readonly measure: string;
    readonly operator: "between";
    readonly from: number;
    readonly to: number;
  } | {
    readonly measure: string;
    readonly operator: "is-set" | "is-not-set";
  };
  MemberColor: {
    readonly value: string | number | boolean | null;
    readonly color: string;
  };
  MemberSelection: {
    readonly column: string;
    readonly values?: ReadonlyArray<string | number | boolean>;
    readonly from?: string | number | boolean;
    readonly to?: string | number | boolean;
  };
  MessagePreview: {
    readonly subject: string;
    readonly html: string;
  };
  ModelColumn: {
    readonly name: string;
    readonly label?: string;
    readonly type: Schemas['ColumnType'];
  };
  ModelDataset: {
    readonly id: string;
    readonly name: string;
    readonly workspaceId: string | null;
    readonly columns: ReadonlyArray<Schemas['ModelColumn']>;
    readonly measures: number;
    readonly relationships: ReadonlyArray<Schemas['Relationship']>;
    readonly rowRules?: ReadonlyArray<Schemas['RowRule']>;
    readonly groupRules?: ReadonlyArray<Schemas['GroupRule']>;
    readonly sourceAttributes?: ReadonlyArray<string>;
  };
  MoveComment: {
    readonly comment?: string;
  };
  NamedParameter: {
    readonly name: string;
    readonly from: string;
    readonly value: unknown;
  };
  NewApiKey: {
    readonly name: string;
    readonly scopes: ReadonlyArray<Schemas['Permission']>;
    readonly workspaces?: ReadonlyArray<string> | null;
    readonly networks?: ReadonlyArray<string> | null;
    readonly expiresAt?: string | null;
  };
  NewApp: Schemas['AppContent'] & {
    readonly id?: string;
  };
  NewBundle: {
    readonly datasets: ReadonlyArray<Schemas['BundledDataset']>;
    readonly app?: Schemas['BundledApp'];
    readonly dashboard?: Schemas['BundledDashboard'];
  };
  NewConnection: {
    readonly id?: string;
    readonly name: string;
    readonly kind: "duckdb" | "clickhouse" | "mysql" | "postgres" | "trino";
    readonly host?: string;
    readonly port?: number;
    readonly database?: string;
    readonly user?: string;
    readonly password?: string;
    readonly tls?: "verified" | "unverified" | "off";
    readonly certificateAuthority?: string;
    readonly allowed?: Schemas['AllowedValues'];
  };
  NewConnectionTestRequest: {
    readonly connection: Schemas['NewConnection'];
    readonly context?: Schemas['UserContext'];
  };
  NewContentApplication: Schemas['NewContentPlan'] & {
    readonly revision: string;
  };
  NewContentPlan: {
    readonly files: ReadonlyArray<Schemas['ContentFile']>;
    readonly publish?: boolean;
    readonly prune?: boolean;
    readonly connections?: Readonly<Record<string, string>>;
    readonly variables?: Readonly<Record<string, string>>;
  };
  NewDashboard: Schemas['DashboardContent'] & {
    readonly id?: string;
    readonly appId: string;
  };
  NewDataset: {
    readonly id?: string;
    readonly name: string;
    readonly connectionId: string;
    readonly workspaceId?: string | null;
    readonly checkAs?: Schemas['UserContext'];
    readonly source: Schemas['DatasetSource'];
    readonly columns?: ReadonlyArray<Schemas['DatasetColumn']>;
    readonly measures?: ReadonlyArray<Schemas['Measure']>;
    readonly relationships?: ReadonlyArray<Schemas['Relationship']>;
    readonly segmented?: boolean;
    readonly rowRules?: ReadonlyArray<Schemas['RowRule']>;
    readonly groupRules?: ReadonlyArray<Schemas['GroupRule']>;
    readonly cacheSeconds?: number;
  };
  NewDestination: {
    readonly name: string;
    readonly kind: "webhook" | "slack" | "teams";
    readonly workspaceId: string;
    readonly url: string;
  };
  NewEmbed: Schemas['EmbedContent'] & {
    readonly id?: string;
  };
  NewGroup: {
    readonly id: string;
    readonly name: string;
  };
  NewIdentityProvider: Schemas['NewOidcProvider'] | Schemas['NewSamlProvider'];
  NewModelDataset: {
    readonly id: string;
    readonly name: string;
    readonly source: Schemas['DatasetSource'];
    readonly columns?: ReadonlyArray<Schemas['DatasetColumn']>;
  };
  NewOidcProvider: {
    readonly id?: string;
    readonly kind?: "oidc";
    readonly name: string;
    readonly issuer: string;
    readonly clientId: string;
    readonly logo?: string | null;
    readonly usernameClaim?: string;
    readonly createUsers?: boolean;
    readonly linkByEmail?: boolean;
    readonly roles?: ReadonlyArray<{
      readonly when: Schemas['VisibilityRule'] | null;
      readonly role: Schemas['AdminRole'] | null;
    }>;
    readonly groups?: ReadonlyArray<{
      readonly when: Schemas['VisibilityRule'] | null;
      readonly groups: ReadonlyArray<string>;
    }>;
    readonly workspaces?: ReadonlyArray<{
      readonly when: Schemas['VisibilityRule'] | null;
      readonly workspaceId: string;
    }>;
    readonly scopes?: ReadonlyArray<string>;
    readonly signOutAtProvider?: boolean;
    readonly clientSecret?: string | null;
  };
  NewPasskey: {
    readonly name: string;
    readonly response: Readonly<Record<string, unknown>>;
  };
  NewSamlProvider: {
    readonly id?: string;
    readonly kind: "saml";
    readonly name: string;
    readonly metadata: string;
    readonly logo?: string | null;
    readonly usernameClaim?: string;
    readonly createUsers?: boolean;
    readonly linkByEmail?: boolean;
    readonly roles?: ReadonlyArray<{
      readonly when: Schemas['VisibilityRule'] | null;
      readonly role: Schemas['AdminRole'] | null;
    }>;
    readonly groups?: ReadonlyArray<{
      readonly when: Schemas['VisibilityRule'] | null;
      readonly groups: ReadonlyArray<string>;
    }>;
    readonly workspaces?: ReadonlyArray<{
      readonly when: Schemas['VisibilityRule'] | null;
      readonly workspaceId: string;
    }>;
  };
  NewStory: Schemas['StoryContent'] & {
    readonly id?: string;
    readonly appId: string;
  };
  NewTile: Schemas['TileContent'] & {
    readonly id?: string;
    readonly appId: string;
  };
  NewTotp: {
    readonly secret: string;
    readonly uri: string;
  };
  NewUser: {
    readonly username: string;
    readonly email?: string | null;
    readonly firstName?: string | null;
    readonly lastName?: string | null;
    readonly roles?: ReadonlyArray<"USER" | "ADMIN">;
    readonly adminRole?: Schemas['AdminRole'] | null;
    readonly groups?: ReadonlyArray<string>;
    readonly privileges?: Readonly<Record<string, ReadonlyArray<Schemas['Privilege']>>>;
    readonly attributes?: Readonly<Record<string, unknown>>;
    readonly workspaceId?: string | null;
    readonly status?: "active" | "disabled";
    readonly password?: string;
  };
  NewUsers: {
    readonly users: ReadonlyArray<Schemas['NewUser']>;
  };
  NewWorkspace: {
    readonly id: string;
    readonly name: string;
  };
  OidcProvider: {
    readonly id: string;
    readonly kind: "oidc";
    readonly name: string;
    readonly logo: string | null;
    readonly usernameClaim: string;
    readonly createUsers: boolean;
    readonly linkByEmail: boolean;
    readonly roles: ReadonlyArray<{
      readonly when: Schemas['VisibilityRule'] | null;
      readonly role: Schemas['AdminRole'] | null;
    }>;
    readonly groups: ReadonlyArray<{
      readonly when: Schemas['VisibilityRule'] | null;
      readonly groups: ReadonlyArray<string>;
    }>;
    readonly workspaces: ReadonlyArray<{
      readonly when: Schemas['VisibilityRule'] | null;
      readonly workspaceId: string;
    }>;
    readonly issuer: string;
    readonly clientId: string;
    readonly scopes: ReadonlyArray<string>;
    readonly signOutAtProvider: boolean;
    readonly hasClientSecret: boolean;
    readonly isEnabled: boolean;
    readonly test: Schemas['ProviderTest'] | null;
    readonly isTested: boolean;
    readonly createdAt: string;
    readonly updatedAt: string;
    readonly redirectUri: string;
    readonly postLogoutRedirectUri: string;
    readonly backchannelLogoutUri: string;
  };
  OidcProviderChange: {
    readonly name?: string;
    readonly logo?: string | null;
    readonly usernameClaim?: string;
    readonly createUsers?: boolean;
    readonly linkByEmail?: boolean;
    readonly roles?: ReadonlyArray<{
      readonly when: Schemas['VisibilityRule'] | null;
      readonly role: Schemas['AdminRole'] | null;
    }>;
    readonly groups?: ReadonlyArray<{
      readonly when: Schemas['VisibilityRule'] | null;
      readonly groups: ReadonlyArray<string>;
    }>;
    readonly workspaces?: ReadonlyArray<{
      readonly when: Schemas['VisibilityRule'] | null;
      readonly workspaceId: string;
    }>;
    readonly issuer?: string;
    readonly clientId?: string;
    readonly scopes?: ReadonlyArray<string>;
    readonly signOutAtProvider?: boolean;
    readonly clientSecret?: string | null;
    readonly isEnabled?: boolean;
  };
  Orphans: {
    readonly side: "own" | "other";
    readonly rows: number;
    readonly withoutKey: number;
    readonly count: number;
    readonly examples: ReadonlyArray<ReadonlyArray<unknown>>;
  };
  OwnPasswordChange: {
    readonly currentPassword: string;
    readonly newPassword: string;
  };
  OwnTenant: {
    readonly id: string;
    readonly name: string;
  };
  OwnTile: {
    readonly title: string;
    readonly description?: string;
    readonly kind: Schemas['TileKind'];
    readonly datasetId: string;
    readonly query: Schemas['TileQuery'];
    readonly options?: Schemas['TileEncoding'];
    readonly drillThrough?: Schemas['DrillThrough'];
    readonly click?: Schemas['ClickAction'];
    readonly choices?: Schemas['ViewerChoices'];
  };
  PageMeta: PageMeta;
  Passkey: {
    readonly id: string;
    readonly name: string;
    readonly isSynced: boolean;
    readonly createdAt: string;
    readonly lastUsedAt: string | null;
  };
  PasskeyChange: {
    readonly name: string;
  };
  Permission: "content:read" | "content:write" | "embeds:write" | "data:read" | "data:write" | "data:query" | "users:read" | "users:write" | "settings:read" | "settings:write" | "keys:read" | "keys:write" | "reports:read" | "reports:write" | "audit:read" | "usage:read" | "scim";
  Pivot: {
    readonly dimension: string;
    readonly limit?: number;
  };
  PlannedEmbed: {
    readonly id: string;
    readonly appId: string;
    readonly title: string;
    readonly change: "new" | "changed" | "deleted";
    readonly because: ReadonlyArray<{
      readonly kind: string;
      readonly id: string;
      readonly title: string;
    }>;
  };
  PlannedFile: {
    readonly path: string;
    readonly kind: string;
    readonly id: string;
    readonly title: string;
    readonly action: "create" | "change" | "publish" | "delete" | "keep";
    readonly changes: ReadonlyArray<Schemas['ContentChange']>;
  };
  PreviewToken: {
    readonly token: string;
    readonly expiresAt: string;
    readonly expiresIn: number;
    readonly truncated: boolean;
  };
  PreviewTokenRequest: {
    readonly context: Schemas['UserContext'];
  };
  PreviousApiKey: {
    readonly prefix: string;
    readonly expiresAt: string;
  };
  Privilege: "view" | "contribute" | "validate" | "validator";
  ProviderTest: {
    readonly at: string;
    readonly passed: boolean;
    readonly checks: ReadonlyArray<{
      readonly name: Schemas['TestCheck'];
      readonly passed: boolean;
      readonly reason: string | null;
    }>;
    readonly claims: Readonly<Record<string, string>>;
    readonly account: {
      readonly outcome: "signs in" | "is linked" | "is created";
      readonly username: string;
      readonly role: Schemas['AdminRole'] | null;
      readonly groups: ReadonlyArray<string>;
      readonly workspaceId: string | null;
    } | null;
  };
  PublicKeyUpload: {
    readonly publicKey: string;
    readonly revokeTokens?: boolean;
  };
  PublishTogether: {
    readonly items: ReadonlyArray<{
      readonly kind: "tile" | "story" | "dashboard";
      readonly id: string;
      readonly revision?: number;
    }>;
    readonly comment?: string;
  };
  PublishedTogether: {
    readonly items: ReadonlyArray<{
      readonly kind: "app" | "tile" | "story" | "dashboard" | "embed";
      readonly id: string;
      readonly appId: string;
      readonly title: string;
      readonly revision: number;
      readonly publishedVersion: number;
    }>;
  };
  QueryAnswer: {
    readonly result: Schemas['QueryResult'];
    readonly from: string;
  };
  QueryRequest: {
    readonly query: Schemas['QuerySpec'];
    readonly context: Schemas['UserContext'];
    readonly calendar?: Schemas['Calendar'];
  };
  QueryResult: QueryResult;
  QuerySpec: Schemas['TileQuery'] & {
    readonly subtotals?: ReadonlyArray<{
      readonly dimensions: ReadonlyArray<string>;
    }>;
    readonly equalSpans?: boolean;
  };
  QueuedDeliveries: {
    readonly data: ReadonlyArray<Schemas['Delivery']>;
  };
  QuotaUse: {
    readonly name: "views" | "exchanges" | "exportedRows" | "storageBytes";
    readonly limit: number;
    readonly used: number;
  };
  Quotas: {
    readonly resetsAt: string;
    readonly quotas: ReadonlyArray<Schemas['QuotaUse']>;
  };
  RecoveryCodes: {
    readonly recoveryCodes: ReadonlyArray<string>;
  };
  RefusalCount: {
    readonly reason: string;
    readonly count: number;
  };
  RelatedDataset: {
    readonly id: string;
    readonly name: string;
  };
  RelatedFields: {
    readonly label: string;
    readonly columns: ReadonlyArray<Schemas['BuilderColumn']>;
    readonly measures: ReadonlyArray<Schemas['BuilderMeasure']>;
  };
  Relationship: {
    readonly name: string;
    readonly label?: string;
    readonly dataset: string;
    readonly kind: "many-to-one" | "one-to-many" | "one-to-one";
    readonly columns: ReadonlyArray<{
      readonly own: string;
      readonly other: string;
    }>;
    readonly enforced?: boolean;
    readonly required?: boolean;
  };
  RelationshipCheck: {
    readonly valid: boolean;
    readonly orphans: Schemas['Orphans'];
    readonly duplicates: ReadonlyArray<Schemas['DuplicateKeys']>;
  };
  RelationshipSuggestion: {
    readonly dataset: string;
    readonly relationship: Schemas['Relationship'];
    readonly reason: "foreign-key" | "name";
  };
  RelationshipSuggestions: {
    readonly data: ReadonlyArray<Schemas['RelationshipSuggestion']>;
  };
  RemovedRows: {
    readonly relationship: string;
    readonly datasetId: string;
    readonly rows: number | null;
    readonly problem: string | null;
  };
  ReportSchedule: {
    readonly every: "hour";
    readonly timeZone: string;
  } | {
    readonly every: "day";
    readonly at: string;
    readonly timeZone: string;
  } | {
    readonly every: "workday";
    readonly at: string;
    readonly timeZone: string;
  } | {
    readonly every: "week";
    readonly weekday: number;
    readonly at: string;
    readonly timeZone: string;
  } | {
    readonly every: "month";
    readonly day: number;
    readonly at: string;
    readonly timeZone: string;
  };
  ReportSecret: {
    readonly secret: string;
  };
  ReportSettings: {
    readonly rights: "off" | "assertion" | "stored-context";
    readonly assertionUrl: string | null;
    readonly contextDays: number;
    readonly keepSecrets: boolean;
    readonly recipientFrom: string;
    readonly allowedDomains: ReadonlyArray<string>;
    readonly maxRecipients: number;
    readonly maxPerViewer: number;
    readonly frequencies: ReadonlyArray<"hour" | "day" | "workday" | "week" | "month">;
    readonly pageUrl: string | null;
    readonly isPaused: boolean;
    readonly hasSecret: boolean;
  };
  ReportSettingsChange: {
    readonly rights?: "off" | "assertion" | "stored-context";
    readonly assertionUrl?: string | null;
    readonly contextDays?: number;
    readonly keepSecrets?: boolean;
    readonly recipientFrom?: string;
    readonly allowedDomains?: ReadonlyArray<string>;
    readonly maxRecipients?: number;
    readonly maxPerViewer?: number;
    readonly frequencies?: ReadonlyArray<"hour" | "day" | "workday" | "week" | "month">;
    readonly pageUrl?: string | null;
    readonly isPaused?: boolean;
  };
  ReturnComment: {
    readonly comment: string;
  };
  RowFinding: {
    readonly path: string;
    readonly outcome: string;
  };
  RowRule: RowRule;
  RowVerdict: {
    readonly visible: boolean | null;
    readonly rules: ReadonlyArray<Schemas['RowFinding']>;
  };
  RuleFinding: {
    readonly path: string;
    readonly outcome: string;
    readonly reason: string;
    readonly missing?: string;
    readonly followed?: ReadonlyArray<Schemas['FollowedDataset']>;
  };
  SamlProvider: {
    readonly id: string;
    readonly kind: "saml";
    readonly name: string;
    readonly logo: string | null;
    readonly usernameClaim: string;
    readonly createUsers: boolean;
    readonly linkByEmail: boolean;
    readonly roles: ReadonlyArray<{
      readonly when: Schemas['VisibilityRule'] | null;
      readonly role: Schemas['AdminRole'] | null;
    }>;
    readonly groups: ReadonlyArray<{
      readonly when: Schemas['VisibilityRule'] | null;
      readonly groups: ReadonlyArray<string>;
    }>;
    readonly workspaces: ReadonlyArray<{
      readonly when: Schemas['VisibilityRule'] | null;
      readonly workspaceId: string;
    }>;
    readonly entityId: string;
    readonly signInUrl: string;
    readonly certificates: ReadonlyArray<{
      readonly fingerprint: string;
      readonly validUntil: string;
    }>;
    readonly isEnabled: boolean;
    readonly test: Schemas['ProviderTest'] | null;
    readonly isTested: boolean;
    readonly createdAt: string;
    readonly updatedAt: string;
    readonly acsUrl: string;
    readonly spEntityId: string;
  };
  SamlProviderChange: {
    readonly name?: string;
    readonly logo?: string | null;
    readonly usernameClaim?: string;
    readonly createUsers?: boolean;
    readonly linkByEmail?: boolean;
    readonly roles?: ReadonlyArray<{
      readonly when: Schemas['VisibilityRule'] | null;
      readonly role: Schemas['AdminRole'] | null;
    }>;
    readonly groups?: ReadonlyArray<{
      readonly when: Schemas['VisibilityRule'] | null;
      readonly groups: ReadonlyArray<string>;
    }>;
    readonly workspaces?: ReadonlyArray<{
      readonly when: Schemas['VisibilityRule'] | null;
      readonly workspaceId: string;
    }>;
    readonly metadata?: string;
    readonly isEnabled?: boolean;
  };
  Sample: Sample;
  SampleContext: {
    readonly workspace_id: string;
    readonly roles: ReadonlyArray<string>;
    readonly privileges: Readonly<Record<string, ReadonlyArray<string>>>;
    readonly attributes: Readonly<Record<string, string | number>>;
  };
  SecondFactorCode: {
    readonly code: string;
  };
  SecondFactorRole: "owner" | "administrator" | "data-manager" | "content-author" | "auditor" | "user";
  SecondFactors: {
    readonly passkeys: ReadonlyArray<Schemas['Passkey']>;
    readonly totp: {
      readonly createdAt: string;
    } | null;
    readonly recoveryCodes: {
      readonly left: number;
    };
    readonly isRequired: boolean;
  };
  SecretRequest: {
    readonly graceSeconds?: number;
  };
  SentLink: {
    readonly sent: boolean;
    readonly link: string | null;
    readonly expiresAt: string;
  };
  Session: {
    readonly id: string;
    readonly method: Schemas['SignInMethod'];
    readonly provider: string | null;
    readonly secondFactor: boolean;
    readonly userAgent: string | null;
    readonly ip: string | null;
    readonly createdAt: string;
    readonly lastUsedAt: string;
    readonly expiresAt: string;
    readonly isCurrent: boolean;
  };
  SessionPage: Page<Schemas['Session']>;
  SignInMethod: "password" | "passkey" | "oidc" | "saml";
  SignInSettings: {
    readonly passwords: boolean;
    readonly secondFactorRoles: ReadonlyArray<Schemas['SecondFactorRole']>;
    readonly sessionHours: number;
    readonly idleMinutes: number | null;
  };
  SignInSettingsChange: {
    readonly passwords?: boolean;
    readonly secondFactorRoles?: ReadonlyArray<Schemas['SecondFactorRole']>;
    readonly sessionHours?: number;
    readonly idleMinutes?: number | null;
  };
  Signature: {
    readonly mode: "public-key" | "jwks";
    readonly changedAt: string | null;
    readonly publicKey?: string;
    readonly fingerprint?: string;
    readonly bits?: number;
    readonly url?: string;
    readonly lastFetchAt?: string | null;
    readonly lastError?: string | null;
    readonly keys?: ReadonlyArray<{
      readonly kid: string | null;
      readonly bits: number | null;
      readonly usable: boolean;
      readonly problem: string | null;
    }>;
  };
  Sort: {
    readonly by: string;
    readonly direction: "asc" | "desc";
  };
  SourceColumn: {
    readonly name: string;
    readonly label?: string;
    readonly type: Schemas['ColumnType'];
  };
  StepChart: {
    readonly highlight?: ReadonlyArray<Schemas['MemberSelection']>;
    readonly zoom?: {
      readonly column: string;
      readonly values?: ReadonlyArray<string | number | boolean>;
      readonly from?: string | number | boolean;
      readonly to?: string | number | boolean;
    };
    readonly annotations?: ReadonlyArray<{
      readonly at: string | number;
      readonly label: string;
    }>;
    readonly filters?: ReadonlyArray<Schemas['Filter']>;
  };
  Story: Schemas['StoryContent'] & {
    readonly id: string;
    readonly appId: string;
    readonly state: "draft" | "in-review" | "published" | "archived";
    readonly publishedVersion: number | null;
    readonly comment: string | null;
    readonly createdAt: string;
    readonly createdBy: string | null;
    readonly updatedBy: string | null;
    readonly revision: number | null;
    readonly updatedAt: string | null;
  };
  StoryChange: {
    readonly title?: string | null;
    readonly description?: string | null;
    readonly mode?: Schemas['StoryMode'] | null;
    readonly filters?: ReadonlyArray<Schemas['FilterControl']> | null;
    readonly steps?: ReadonlyArray<Schemas['StoryStep']> | null;
    readonly visibility?: Schemas['VisibilityRule'] | null;
  };
  StoryContent: {
    readonly title: string;
    readonly description?: string;
    readonly mode?: Schemas['StoryMode'];
    readonly filters?: ReadonlyArray<Schemas['FilterControl']>;
    readonly steps: ReadonlyArray<Schemas['StoryStep']>;
    readonly visibility?: Schemas['VisibilityRule'];
  };
  StoryMode: "slides" | "scroll" | "auto";
  StoryPage: Page<Schemas['Story']>;
  StoryPreview: {
    readonly html: string;
  };
  StoryPreviewRequest: {
    readonly appId: string;
    readonly context?: Schemas['UserContext'];
    readonly content: Schemas['StoryContent'];
    readonly lang?: string;
    readonly timeZone?: string;
    readonly theme?: string;
    readonly width?: number;
  };
  StoryStep: {
    readonly id: string;
    readonly title: string;
    readonly narrative?: string;
    readonly values?: Readonly<Record<string, Schemas['ValueSource']>>;
    readonly tiles?: ReadonlyArray<string>;
    readonly chart?: Schemas['StepChart'];
    readonly summary?: boolean;
    readonly recommendation?: string;
    readonly source?: string;
    readonly visibility?: Schemas['VisibilityRule'];
  };
  StoryVersion: {
    readonly version: number;
    readonly revision: number;
    readonly author: string | null;
    readonly at: string;
    readonly comment: string | null;
    readonly content: Schemas['StoryContent'];
  };
  StoryVersionPage: Page<Schemas['StoryVersion']>;
  Subscription: {
    readonly id: string;
    readonly title: string;
    readonly schedule: Schemas['ReportSchedule'];
    readonly format: "message" | "pdf" | "xlsx" | "csv";
    readonly to: Schemas['DeliverTo'];
    readonly alert: Schemas['AlertCondition'] | null;
    readonly kind: "report" | "alert";
    readonly appId: string;
    readonly embedId: string;
    readonly content: {
      readonly kind: "tile" | "story" | "dashboard";
      readonly id: string;
    };
    readonly tileId: string | null;
    readonly state: Schemas['ViewState'];
    readonly username: string;
    readonly workspaceId: string;
    readonly isMine: boolean;
    readonly status: "active" | "paused" | "ended";
    readonly reason: "access-lost" | "content-gone" | "context-ended" | "refused-by-host" | "tokens-revoked" | "unsubscribed" | "reports-off" | "destination-gone" | "recipient-not-allowed" | "subscription-changed" | "host-unavailable" | "data-unavailable" | "chart-changed" | "delivery-failed" | "outcome-unknown" | "internal" | null;
    readonly nextAt: string | null;
    readonly endsAt: string | null;
    readonly last: Schemas['LastResult'] | null;
    readonly createdAt: string;
    readonly updatedAt: string;
  };
  SubscriptionLimits: {
    readonly ownAddressOnly?: boolean;
    readonly frequencies?: ReadonlyArray<"hour" | "day" | "workday" | "week" | "month">;
    readonly formats?: ReadonlyArray<"message" | "pdf" | "xlsx" | "csv">;
    readonly maxRecipients?: number;
    readonly alerts?: boolean;
  };
  SubscriptionPage: Page<Schemas['Subscription']>;
  SubscriptionPause: {
    readonly isPaused: boolean;
  };
  SuggestModelRequest: {
    readonly context?: Schemas['UserContext'];
    readonly drafts?: ReadonlyArray<Schemas['NewModelDataset']>;
  };
  SuggestRequest: {
    readonly context?: Schemas['UserContext'];
  };
  Table: {
    readonly schema: string;
    readonly name: string;
    readonly columns: ReadonlyArray<Schemas['TableColumn']>;
  };
  TableColumn: {
    readonly name: string;
    readonly nullable: boolean;
    readonly type: string;
  };
  TablePage: Page<Schemas['Table']>;
  TableSort: {
    readonly by: string;
    readonly direction: "asc" | "desc";
  };
  TenantSettings: {
    readonly language: string | null;
    readonly timeZone: string | null;
    readonly weekStart: number | null;
    readonly fiscalYearStart: number | null;
    readonly currency: string | null;
    readonly allowedLinkHosts: ReadonlyArray<string>;
    readonly allowedImageHosts: ReadonlyArray<string>;
    readonly auditDays: number | null;
  };
  TenantSettingsChange: {
    readonly language?: string | null;
    readonly timeZone?: string | null;
    readonly weekStart?: number | null;
    readonly fiscalYearStart?: number | null;
    readonly currency?: string | null;
    readonly allowedLinkHosts?: ReadonlyArray<string>;
    readonly allowedImageHosts?: ReadonlyArray<string>;
    readonly auditDays?: number | null;
  };
  TestCheck: "discovery" | "authorization" | "token" | "id-token" | "claims" | "account" | "response";
  Theme: {
    readonly name: string;
    readonly mode?: "light" | "dark" | "auto";
    readonly font?: string;
    readonly light?: Readonly<Record<string, string>>;
    readonly dark?: Readonly<Record<string, string>>;
    readonly createdAt: string;
    readonly updatedAt: string;
  };
  ThemeChoice: {
    readonly name?: string;
    readonly mode?: "light" | "dark" | "auto";
    readonly font?: string;
    readonly tokens?: Readonly<Record<string, string>>;
  };
  ThemeContent: {
    readonly mode?: "light" | "dark" | "auto";
    readonly font?: string;
    readonly light?: Readonly<Record<string, string>>;
    readonly dark?: Readonly<Record<string, string>>;
  };
  ThemePage: Page<Schemas['Theme']>;
  Tile: Schemas['TileContent'] & {
    readonly id: string;
    readonly appId: string;
    readonly state: "draft" | "in-review" | "published" | "archived";
    readonly publishedVersion: number | null;
    readonly comment: string | null;
    readonly createdAt: string;
    readonly createdBy: string | null;
    readonly updatedBy: string | null;
    readonly revision: number | null;
    readonly updatedAt: string | null;
  };
  TileChange: {
    readonly title?: string | null;
    readonly description?: string | null;
    readonly kind?: Schemas['TileKind'] | null;
    readonly datasetId?: string | null;
    readonly query?: Schemas['TileQuery'] | null;
    readonly options?: Schemas['TileEncoding'] | null;
    readonly drillThrough?: Schemas['DrillThrough'] | null;
    readonly click?: Schemas['ClickAction'] | null;
    readonly choices?: Schemas['ViewerChoices'] | null;
    readonly visibility?: Schemas['VisibilityRule'] | null;
  };
  TileContent: Schemas['OwnTile'] & {
    readonly visibility?: Schemas['VisibilityRule'];
  };
  TileEncoding: {
    readonly x?: string;
    readonly y?: ReadonlyArray<string>;
    readonly target?: number | string;
    readonly series?: string;
    readonly legend?: "auto" | "none";
    readonly panels?: string;
    readonly panelScales?: "shared" | "free";
    readonly xTitle?: string;
    readonly yTitle?: string;
    readonly yMin?: number;
    readonly yMax?: number;
    readonly scale?: "linear" | "log";
    readonly labels?: "auto" | "none" | "all";
    readonly trend?: "none" | "linear" | "moving-average";
    readonly layout?: "grouped" | "stacked" | "percent";
    readonly orientation?: "vertical" | "horizontal";
    readonly line?: ReadonlyArray<string>;
    readonly splitMeasures?: boolean;
    readonly donut?: boolean;
    readonly size?: string;
    readonly xMin?: number;
    readonly xMax?: number;
    readonly bins?: number;
    readonly levels?: ReadonlyArray<string>;
    readonly pageSize?: number;
    readonly pinned?: number;
    readonly bars?: ReadonlyArray<string>;
    readonly links?: Readonly<Record<string, string>>;
    readonly images?: Readonly<Record<string, string>>;
    readonly imageSize?: "small" | "medium" | "large";
    readonly sparklines?: {
      readonly measures: ReadonlyArray<string>;
      readonly column: string;
      readonly grain: "day" | "week" | "month" | "quarter" | "year" | "fiscal-quarter" | "fiscal-year";
      readonly sharedScale?: boolean;
    };
    readonly rows?: ReadonlyArray<string>;
    readonly columns?: ReadonlyArray<string>;
    readonly subtotals?: boolean;
    readonly totals?: boolean;
    readonly openLevels?: number;
    readonly formats?: Readonly<Record<string, Schemas['Format']>>;
    readonly colors?: Readonly<Record<string, string>>;
    readonly thresholds?: ReadonlyArray<{
      readonly column?: string;
      readonly from?: number;
      readonly to?: number;
      readonly tone: "good" | "warning" | "bad";
    }>;
    readonly referenceLines?: ReadonlyArray<{
      readonly value: number | "average" | "median";
      readonly label: string;
    }>;
    readonly annotations?: ReadonlyArray<{
      readonly at: string | number;
      readonly label: string;
    }>;
    readonly goodDirection?: "up" | "down";
  };
  TileKind: "kpi" | "line" | "area" | "bar" | "bar-line" | "leaderboard" | "bullet" | "pie" | "treemap" | "scatter" | "histogram" | "box-plot" | "heatmap" | "waterfall" | "funnel" | "table" | "pivot-table";
  TilePage: Page<Schemas['Tile']>;
  TilePreview: {
    readonly result: Schemas['QueryResult'];
    readonly from: string;
    readonly history?: Schemas['QueryResult'];
  };
  TilePreviewRequest: {
    readonly appId: string;
    readonly context?: Schemas['UserContext'];
    readonly calendar?: Schemas['Calendar'];
    readonly tile: Schemas['TileContent'];
  };
  TileQuery: {
    readonly dimensions: ReadonlyArray<Schemas['Dimension']>;
    readonly measures: ReadonlyArray<string>;
    readonly filters?: ReadonlyArray<Schemas['Filter']>;
    readonly anyOf?: ReadonlyArray<ReadonlyArray<Schemas['Filter']>>;
    readonly having?: ReadonlyArray<Schemas['MeasureFilter']>;
    readonly sort?: ReadonlyArray<Schemas['Sort']>;
    readonly limit?: number;
    readonly totals?: boolean;
    readonly comparison?: Schemas['Comparison'];
    readonly top?: Schemas['TopValues'];
    readonly pivot?: Schemas['Pivot'];
  };
  TileValuesRequest: {
    readonly appId: string;
    readonly context?: Schemas['UserContext'];
    readonly calendar?: Schemas['Calendar'];
    readonly datasetId: string;
    readonly column: string;
    readonly search?: string;
  };
  TileVersion: {
    readonly version: number;
    readonly revision: number;
    readonly author: string | null;
    readonly at: string;
    readonly comment: string | null;
    readonly content: Schemas['TileContent'];
  };
  TileVersionPage: Page<Schemas['TileVersion']>;
  TokenCheck: {
    readonly assertion: string;
  };
  TokenReport: {
    readonly valid: boolean;
    readonly checks: ReadonlyArray<{
      readonly name: string;
      readonly ok: boolean;
      readonly reason: string | null;
    }>;
    readonly context: Schemas['ContextReport'] | null;
    readonly warnings: ReadonlyArray<string>;
  };
  TopValues: {
    readonly dimension: string;
    readonly by: string;
    readonly count: number;
    readonly others?: boolean;
  };
  TryRequest: {
    readonly dataset: Schemas['DatasetDraft'];
    readonly query: Schemas['QuerySpec'];
    readonly context: Schemas['UserContext'];
    readonly calendar?: Schemas['Calendar'];
  };
  UnpublishedTile: {
    readonly kind: "app" | "tile" | "story" | "dashboard" | "embed";
    readonly id: string;
    readonly appId: string;
    readonly title: string;
    readonly state: "draft" | "in-review" | "published" | "archived";
    readonly revision: number;
    readonly publishedVersion: number | null;
    readonly updatedAt: string;
    readonly updatedBy: string | null;
  };
  UnpublishedTiles: {
    readonly tiles: ReadonlyArray<Schemas['UnpublishedTile']>;
  };
  Upload: {
    readonly name: string;
    readonly table: string;
    readonly bytes: number;
    readonly complete: boolean;
    readonly rows: number | null;
  };
  Usage: {
    readonly days: ReadonlyArray<Schemas['DayOfUsage']>;
    readonly refusals: ReadonlyArray<Schemas['RefusalCount']>;
    readonly embeds: ReadonlyArray<Schemas['EmbedUsage']>;
    readonly datasets: ReadonlyArray<Schemas['DatasetUsageCount']>;
    readonly firstExchangeAt: string | null;
    readonly firstViewAt: string | null;
  };
  UsageReportRow: {
    readonly day?: string;
    readonly workspaceId?: string;
    readonly username?: string;
    readonly viewers?: number;
    readonly views: number;
    readonly exchanges: number;
    readonly exportedRows: number;
  };
  UsageReportRowPage: Page<Schemas['UsageReportRow']>;
  User: {
    readonly id: string;
    readonly username: string;
    readonly email: string | null;
    readonly firstName: string | null;
    readonly lastName: string | null;
    readonly roles: ReadonlyArray<"USER" | "ADMIN">;
    readonly adminRole: Schemas['AdminRole'] | null;
    readonly groups: ReadonlyArray<string>;
    readonly privileges: Readonly<Record<string, ReadonlyArray<Schemas['Privilege']>>>;
    readonly attributes: Readonly<Record<string, unknown>>;
    readonly workspaceId: string | null;
    readonly status: "active" | "disabled";
    readonly lastLoginAt: string | null;
    readonly createdAt: string;
    readonly updatedAt: string;
  };
  UserChange: {
    readonly username?: string;
    readonly email?: string | null;
    readonly firstName?: string | null;
    readonly lastName?: string | null;
    readonly roles?: ReadonlyArray<"USER" | "ADMIN">;
    readonly adminRole?: Schemas['AdminRole'] | null;
    readonly groups?: ReadonlyArray<string>;
    readonly privileges?: Readonly<Record<string, ReadonlyArray<Schemas['Privilege']>>>;
    readonly attributes?: Readonly<Record<string, unknown>>;
    readonly workspaceId?: string | null;
    readonly status?: "active" | "disabled";
    readonly password?: string;
  };
  UserContext: Readonly<Record<string, unknown>>;
  UserImport: {
    readonly users: number;
  };
  UserPage: Page<Schemas['User']>;
  ValidateRequest: {
    readonly relationship: Schemas['Relationship'];
    readonly context?: Schemas['UserContext'];
  };
  ValueSource: {
    readonly tile: string;
    readonly column: string;
    readonly row?: "first" | "last" | "total" | "highest" | "lowest";
    readonly by?: string;
    readonly where?: {
      readonly column: string;
      readonly value: string | number | boolean;
    };
    readonly show?: "share" | "rank" | "count";
  };
  Verdict: {
    readonly ok: boolean;
    readonly reason: string | null;
  };
  ViewState: {
    readonly filters?: Readonly<Record<string, Schemas['FilterValue']>>;
    readonly tab?: string;
    readonly tiles?: Readonly<Record<string, {
      readonly grain?: "hour" | "day" | "week" | "month" | "quarter" | "year" | "fiscal-quarter" | "fiscal-year";
      readonly measure?: string;
      readonly sort?: Schemas['TableSort'];
    }>>;
    readonly drill?: Readonly<Record<string, {
      readonly id: string;
      readonly path: ReadonlyArray<Schemas['ChosenValue']>;
      readonly labels?: ReadonlyArray<string>;
    }>>;
  };
  ViewerChoices: {
    readonly grains?: ReadonlyArray<"hour" | "day" | "week" | "month" | "quarter" | "year" | "fiscal-quarter" | "fiscal-year">;
    readonly measures?: ReadonlyArray<string>;
  };
  VisibilityRule: VisibilityRule;
  WebAuthnOptions: {
    readonly options: Readonly<Record<string, unknown>>;
  };
  Workspace: {
    readonly id: string;
    readonly name: string;
    readonly createdAt: string;
    readonly updatedAt: string;
  };
  WorkspaceChange: {
    readonly name: string;
  };
  WorkspacePage: Page<Schemas['Workspace']>;
}

export interface Operations {
  'GET /me': {
    readonly path: undefined;
    readonly query: undefined;
    readonly body: undefined;
    readonly response: Schemas['CurrentUser'];
  };
  'POST /me/password': {
    readonly path: undefined;
    readonly query: undefined;
    readonly body: Schemas['OwnPasswordChange'];
    readonly response: undefined;
  };
  'GET /me/sessions': {
    readonly path: undefined;
    readonly query: {
      readonly page?: number;
      readonly limit?: number;
    };
    readonly body: undefined;
    readonly response: Schemas['SessionPage'];
  };
  'DELETE /me/sessions': {
    readonly path: undefined;
    readonly query: undefined;
    readonly body: undefined;
    readonly response: undefined;
  };
  'DELETE /me/sessions/{id}': {
    readonly path: {
      readonly id: string;
    };
    readonly query: undefined;
    readonly body: undefined;
    readonly response: undefined;
  };
  'GET /users/{id}/sessions': {
    readonly path: {
      readonly id: string;
    };
    readonly query: {
      readonly page?: number;
      readonly limit?: number;
    };
    readonly body: undefined;
    readonly response: Schemas['SessionPage'];
  };
  'DELETE /users/{id}/sessions': {
    readonly path: {
      readonly id: string;
    };
    readonly query: undefined;
    readonly body: undefined;
    readonly response: undefined;
  };
  'GET /sign-in-settings': {
    readonly path: undefined;
    readonly query: undefined;
    readonly body: undefined;
    readonly response: Schemas['SignInSettings'];
  };
  'PATCH /sign-in-settings': {
    readonly path: undefined;
    readonly query: undefined;
    readonly body: Schemas['SignInSettingsChange'];
    readonly response: Schemas['SignInSettings'];
  };
  'GET /users': {
    readonly path: undefined;
    readonly query: {
      readonly page?: number;
      readonly limit?: number;
      readonly q?: string;
      readonly role?: "USER" | "ADMIN";
      readonly group?: string;
      readonly workspace?: string;
      readonly status?: "active" | "disabled";
    };
    readonly body: undefined;
    readonly response: Schemas['UserPage'];
  };
  'POST /users': {
    readonly path: undefined;
    readonly query: undefined;
    readonly body: Schemas['NewUser'];
    readonly response: Schemas['User'];
  };
  'GET /users/{id}': {
    readonly path: {
      readonly id: string;
    };
    readonly query: undefined;
    readonly body: undefined;
    readonly response: Schemas['User'];
  };
  'PATCH /users/{id}': {
    readonly path: {
      readonly id: string;
    };
    readonly query: undefined;
    readonly body: Schemas['UserChange'];
    readonly response: Schemas['User'];
  };
  'DELETE /users/{id}': {
    readonly path: {
      readonly id: string;
    };
    readonly query: undefined;
    readonly body: undefined;
    readonly response: undefined;
  };
  'POST /users/bulk': {
    readonly path: undefined;
    readonly query: undefined;
    readonly body: Schemas['NewUsers'];
    readonly response: Schemas['CreatedUsers'];
  };
  'POST /users/{id}/invitation': {
    readonly path: {
      readonly id: string;
    };
    readonly query: undefined;
    readonly body: undefined;
    readonly response: Schemas['SentLink'];
  };
  'POST /users/{id}/password-reset': {
    readonly path: {
      readonly id: string;
    };
    readonly query: undefined;
    readonly body: undefined;
    readonly response: Schemas['SentLink'];
  };
  'GET /user-imports': {
    readonly path: undefined;
    readonly query: {
      readonly page?: number;
      readonly limit?: number;
    };
    readonly body: undefined;
    readonly response: Schemas['ListedUserImportPage'];
  };
  'POST /user-imports': {
    readonly path: undefined;
    readonly query: {
      readonly format: "csv" | "jsonl";
    };
    readonly body: Blob;
    readonly response: Schemas['UserImport'];
  };
  'GET /groups': {
    readonly path: undefined;
    readonly query: {
      readonly page?: number;
      readonly limit?: number;
    };
    readonly body: undefined;
    readonly response: Schemas['GroupPage'];
  };
  'POST /groups': {
    readonly path: undefined;
    readonly query: undefined;
    readonly body: Schemas['NewGroup'];
    readonly response: Schemas['Group'];
  };
  'GET /groups/{id}': {
    readonly path: {
      readonly id: string;
    };
    readonly query: undefined;
    readonly body: undefined;
    readonly response: Schemas['Group'];
  };
  'PATCH /groups/{id}': {
    readonly path: {
      readonly id: string;
    };
    readonly query: undefined;
    readonly body: Schemas['GroupChange'];
    readonly response: Schemas['Group'];
  };
  'DELETE /groups/{id}': {
    readonly path: {
      readonly id: string;
    };
    readonly query: undefined;
    readonly body: undefined;
    readonly response: undefined;
  };
  'GET /workspaces': {
    readonly path: undefined;
    readonly query: {
      readonly page?: number;
      readonly limit?: number;
    };
    readonly body: undefined;
    readonly response: Schemas['WorkspacePage'];
  };
  'POST /workspaces': {
    readonly path: undefined;
    readonly query: undefined;
    readonly body: Schemas['NewWorkspace'];
    readonly response: Schemas['Workspace'];
  };
  'GET /workspaces/{id}': {
    readonly path: {
      readonly id: string;
    };
    readonly query: undefined;
    readonly body: undefined;
    readonly response: Schemas['Workspace'];
  };
  'PATCH /workspaces/{id}': {
    readonly path: {
      readonly id: string;
    };
    readonly query: undefined;
    readonly body: Schemas['WorkspaceChange'];
    readonly response: Schemas['Workspace'];
  };
  'DELETE /workspaces/{id}': {
    readonly path: {
      readonly id: string;
    };
    readonly query: undefined;
    readonly body: undefined;
    readonly response: undefined;
  };
  'GET /apps': {
    readonly path: undefined;
    readonly query: {
      readonly page?: number;
      readonly limit?: number;
      readonly app?: string;
      readonly state?: "draft" | "in-review" | "published" | "archived";
      readonly q?: string;
      readonly ids?: string;
      readonly workspace?: string;
    };
    readonly body: undefined;
    readonly response: Schemas['AppPage'];
  };
  'POST /apps': {
    readonly path: undefined;
    readonly query: undefined;
    readonly body: Schemas['NewApp'];
    readonly response: Schemas['App'];
  };
  'GET /apps/{id}': {
    readonly path: {
      readonly id: string;
    };
    readonly query: undefined;
    readonly body: undefined;
    readonly response: Schemas['App'];
  };
  'PATCH /apps/{id}': {
    readonly path: {
      readonly id: string;
    };
    readonly query: undefined;
    readonly body: Schemas['AppChange'];
    readonly response: Schemas['App'];
  };
  'DELETE /apps/{id}': {
    readonly path: {
      readonly id: string;
    };
    readonly query: undefined;
    readonly body: undefined;
    readonly response: undefined;
  };
  'POST /apps/{id}/archive': {
    readonly path: {
      readonly id: string;
    };
    readonly query: undefined;
    readonly body: Schemas['MoveComment'];
    readonly response: Schemas['App'];
  };
  'POST /apps/{id}/unarchive': {
    readonly path: {
      readonly id: string;
    };
    readonly query: undefined;
    readonly body: Schemas['MoveComment'];
    readonly response: Schemas['App'];
  };
  'GET /apps/{id}/versions': {
    readonly path: {
      readonly id: string;
    };
    readonly query: {
      readonly page?: number;
      readonly limit?: number;
    };
    readonly body: undefined;
    readonly response: Schemas['AppVersionPage'];
  };
  'GET /apps/{id}/versions/{version}': {
    readonly path: {
      readonly id: string;
      readonly version: number;
    };
    readonly query: undefined;
    readonly body: undefined;
    readonly response: Schemas['AppVersion'];
  };
  'POST /apps/{id}/versions/{version}/restore': {
    readonly path: {
      readonly id: string;
      readonly version: number;
    };
    readonly query: undefined;
    readonly body: undefined;
    readonly response: Schemas['App'];
  };
  'GET /apps/{id}/diff': {
    readonly path: {
      readonly id: string;
    };
    readonly query: {
      readonly from?: string;
      readonly to?: string;
    };
    readonly body: undefined;
    readonly response: Schemas['ContentChanges'];
  };
  'GET /apps/{id}/phrases': {
    readonly path: {
      readonly id: string;
    };
    readonly query: undefined;
    readonly body: undefined;
    readonly response: Schemas['AppPhrases'];
  };
  'GET /tiles': {
    readonly path: undefined;
    readonly query: {
      readonly page?: number;
      readonly limit?: number;
      readonly app?: string;
      readonly state?: "draft" | "in-review" | "published" | "archived";
      readonly q?: string;
      readonly ids?: string;
    };
    readonly body: undefined;
    readonly response: Schemas['TilePage'];
  };
  'POST /tiles': {
    readonly path: undefined;
    readonly query: undefined;
    readonly body: Schemas['NewTile'];
    readonly response: Schemas['Tile'];
  };
  'GET /tiles/{id}': {
    readonly path: {
      readonly id: string;
    };
    readonly query: undefined;
    readonly body: undefined;
    readonly response: Schemas['Tile'];
  };
  'PATCH /tiles/{id}': {
    readonly path: {
      readonly id: string;
    };
    readonly query: undefined;
    readonly body: Schemas['TileChange'];
    readonly response: Schemas['Tile'];
  };
  'DELETE /tiles/{id}': {
    readonly path: {
      readonly id: string;
    };
    readonly query: undefined;
    readonly body: undefined;
    readonly response: undefined;
  };
  'POST /tiles/{id}/submit': {
    readonly path: {
      readonly id: string;
    };
    readonly query: undefined;
    readonly body: Schemas['MoveComment'];
    readonly response: Schemas['Tile'];
  };
  'POST /tiles/{id}/publish': {
    readonly path: {
      readonly id: string;
    };
    readonly query: undefined;
    readonly body: Schemas['MoveComment'];
    readonly response: Schemas['Tile'];
  };
  'POST /tiles/{id}/return': {
    readonly path: {
      readonly id: string;
    };
    readonly query: undefined;
    readonly body: Schemas['ReturnComment'];
    readonly response: Schemas['Tile'];
  };
  'POST /tiles/{id}/archive': {
    readonly path: {
      readonly id: string;
    };
    readonly query: undefined;
    readonly body: Schemas['MoveComment'];
    readonly response: Schemas['Tile'];
  };
  'POST /tiles/{id}/unarchive': {
    readonly path: {
      readonly id: string;
    };
    readonly query: undefined;
    readonly body: Schemas['MoveComment'];
    readonly response: Schemas['Tile'];
  };
  'GET /tiles/{id}/versions': {
    readonly path: {
      readonly id: string;
    };
    readonly query: {
      readonly page?: number;
      readonly limit?: number;
    };
    readonly body: undefined;
    readonly response: Schemas['TileVersionPage'];
  };
  'GET /tiles/{id}/versions/{version}': {
    readonly path: {
      readonly id: string;
      readonly version: number;
    };
    readonly query: undefined;
    readonly body: undefined;
    readonly response: Schemas['TileVersion'];
  };
  'POST /tiles/{id}/versions/{version}/restore': {
    readonly path: {
      readonly id: string;
      readonly version: number;
    };
    readonly query: undefined;
    readonly body: undefined;
    readonly response: Schemas['Tile'];
  };
  'GET /tiles/{id}/diff': {
    readonly path: {
      readonly id: string;
    };
    readonly query: {
      readonly from?: string;
      readonly to?: string;
    };
    readonly body: undefined;
    readonly response: Schemas['ContentChanges'];
  };
  'POST /apps/{id}/publish': {
    readonly path: {
      readonly id: string;
    };
    readonly query: undefined;
    readonly body: Schemas['PublishTogether'];
    readonly response: Schemas['PublishedTogether'];
  };
  'GET /stories': {
    readonly path: undefined;
    readonly query: {
      readonly page?: number;
      readonly limit?: number;
      readonly app?: string;
      readonly state?: "draft" | "in-review" | "published" | "archived";
      readonly q?: string;
      readonly ids?: string;
    };
    readonly body: undefined;
    readonly response: Schemas['StoryPage'];
  };
  'POST /stories': {
    readonly path: undefined;
    readonly query: undefined;
    readonly body: Schemas['NewStory'];
    readonly response: Schemas['Story'];
  };
  'GET /stories/{id}': {
    readonly path: {
      readonly id: string;
    };
    readonly query: undefined;
    readonly body: undefined;
    readonly response: Schemas['Story'];
  };
  'PATCH /stories/{id}': {
    readonly path: {
      readonly id: string;
    };
    readonly query: undefined;
    readonly body: Schemas['StoryChange'];
    readonly response: Schemas['Story'];
  };
  'DELETE /stories/{id}': {
    readonly path: {
      readonly id: string;
    };
    readonly query: undefined;
    readonly body: undefined;
    readonly response: undefined;
  };
  'POST /stories/{id}/submit': {
    readonly path: {
      readonly id: string;
    };
    readonly query: undefined;
    readonly body: Schemas['MoveComment'];
    readonly response: Schemas['Story'];
  };
  'POST /stories/{id}/publish': {
    readonly path: {
      readonly id: string;
    };
    readonly query: undefined;
    readonly body: Schemas['MoveComment'];
    readonly response: Schemas['Story'];
  };
  'POST /stories/{id}/return': {
    readonly path: {
      readonly id: string;
    };
    readonly query: undefined;
    readonly body: Schemas['ReturnComment'];
    readonly response: Schemas['Story'];
  };
  'POST /stories/{id}/archive': {
    readonly path: {
      readonly id: string;
    };
    readonly query: undefined;
    readonly body: Schemas['MoveComment'];
    readonly response: Schemas['Story'];
  };
  'POST /stories/{id}/unarchive': {
    readonly path: {
      readonly id: string;
    };
    readonly query: undefined;
    readonly body: Schemas['MoveComment'];
    readonly response: Schemas['Story'];
  };
  'GET /stories/{id}/versions': {
    readonly path: {
      readonly id: string;
    };
    readonly query: {
      readonly page?: number;
      readonly limit?: number;
    };
    readonly body: undefined;
    readonly response: Schemas['StoryVersionPage'];
  };
  'GET /stories/{id}/versions/{version}': {
    readonly path: {
      readonly id: string;
      readonly version: number;
    };
    readonly query: undefined;
    readonly body: undefined;
    readonly response: Schemas['StoryVersion'];
  };
  'POST /stories/{id}/versions/{version}/restore': {
    readonly path: {
      readonly id: string;
      readonly version: number;
    };
    readonly query: undefined;
    readonly body: undefined;
    readonly response: Schemas['Story'];
  };
  'GET /stories/{id}/diff': {
    readonly path: {
      readonly id: string;
    };
    readonly query: {
      readonly from?: string;
      readonly to?: string;
    };
    readonly body: undefined;
    readonly response: Schemas['ContentChanges'];
  };
  'GET /stories/{id}/unpublished-tiles': {
    readonly path: {
      readonly id: string;
    };
    readonly query: undefined;
    readonly body: undefined;
    readonly response: Schemas['UnpublishedTiles'];
  };
  'GET /dashboards': {
    readonly path: undefined;
    readonly query: {
      readonly page?: number;
      readonly limit?: number;
      readonly app?: string;
      readonly state?: "draft" | "in-review" | "published" | "archived";
      readonly q?: string;
      readonly ids?: string;
      readonly owned?: "true" | "false";
    };
    readonly body: undefined;
    readonly response: Schemas['DashboardPage'];
  };
  'POST /dashboards': {
    readonly path: undefined;
    readonly query: undefined;
    readonly body: Schemas['NewDashboard'];
    readonly response: Schemas['Dashboard'];
  };
  'GET /dashboards/{id}': {
    readonly path: {
      readonly id: string;
    };
    readonly query: undefined;
    readonly body: undefined;
    readonly response: Schemas['Dashboard'];
  };
  'PATCH /dashboards/{id}': {
    readonly path: {
      readonly id: string;
    };
    readonly query: undefined;
    readonly body: Schemas['DashboardChange'];
    readonly response: Schemas['Dashboard'];
  };
  'DELETE /dashboards/{id}': {
    readonly path: {
      readonly id: string;
    };
    readonly query: undefined;
    readonly body: undefined;
    readonly response: undefined;
  };
  'POST /dashboards/{id}/submit': {
    readonly path: {
      readonly id: string;
    };
    readonly query: undefined;
    readonly body: Schemas['MoveComment'];
    readonly response: Schemas['Dashboard'];
  };
  'POST /dashboards/{id}/publish': {
    readonly path: {
      readonly id: string;
    };
    readonly query: undefined;
    readonly body: Schemas['MoveComment'];
    readonly response: Schemas['Dashboard'];
  };
  'POST /dashboards/{id}/return': {
    readonly path: {
      readonly id: string;
    };
    readonly query: undefined;
    readonly body: Schemas['ReturnComment'];
    readonly response: Schemas['Dashboard'];
  };
  'POST /dashboards/{id}/archive': {
    readonly path: {
      readonly id: string;
    };
    readonly query: undefined;
    readonly body: Schemas['MoveComment'];
    readonly response: Schemas['Dashboard'];
  };
  'POST /dashboards/{id}/unarchive': {
    readonly path: {
      readonly id: string;
    };
    readonly query: undefined;
    readonly body: Schemas['MoveComment'];
    readonly response: Schemas['Dashboard'];
  };
  'GET /dashboards/{id}/versions': {
    readonly path: {
      readonly id: string;
    };
    readonly query: {
      readonly page?: number;
      readonly limit?: number;
    };
    readonly body: undefined;
    readonly response: Schemas['DashboardVersionPage'];
  };
  'GET /dashboards/{id}/versions/{version}': {
    readonly path: {
      readonly id: string;
      readonly version: number;
    };
    readonly query: undefined;
    readonly body: undefined;
    readonly response: Schemas['DashboardVersion'];
  };
  'POST /dashboards/{id}/versions/{version}/restore': {
    readonly path: {
      readonly id: string;
      readonly version: number;
    };
    readonly query: undefined;
    readonly body: undefined;
    readonly response: Schemas['Dashboard'];
  };
  'GET /dashboards/{id}/diff': {
    readonly path: {
      readonly id: string;
    };
    readonly query: {
      readonly from?: string;
      readonly to?: string;
    };
    readonly body: undefined;
    readonly response: Schemas['ContentChanges'];
  };
  'GET /dashboards/{id}/unpublished-tiles': {
    readonly path: {
      readonly id: string;
    };
    readonly query: undefined;
    readonly body: undefined;
    readonly response: Schemas['UnpublishedTiles'];
  };
  'POST /bundles': {
    readonly path: undefined;
    readonly query: undefined;
    readonly body: Schemas['NewBundle'];
    readonly response: Schemas['Bundle'];
  };
  'GET /apps/{id}/content': {
    readonly path: {
      readonly id: string;
    };
    readonly query: {
      readonly connections?: "true" | "false";
    };
    readonly body: undefined;
    readonly response: Schemas['ExportedContent'];
  };
  'POST /content-plans': {
    readonly path: undefined;
    readonly query: undefined;
    readonly body: Schemas['NewContentPlan'];
    readonly response: Schemas['ContentPlan'];
  };
  'POST /content-applications': {
    readonly path: undefined;
    readonly query: undefined;
    readonly body: Schemas['NewContentApplication'];
    readonly response: Schemas['ContentPlan'];
  };
  'GET /apps/{id}/datasets': {
    readonly path: {
      readonly id: string;
    };
    readonly query: {
      readonly page?: number;
      readonly limit?: number;
    };
    readonly body: undefined;
    readonly response: Schemas['BuilderDatasetPage'];
  };
  'POST /tiles/preview': {
    readonly path: undefined;
    readonly query: undefined;
    readonly body: Schemas['TilePreviewRequest'];
    readonly response: Schemas['TilePreview'];
  };
  'POST /tiles/preview/values': {
    readonly path: undefined;
    readonly query: undefined;
    readonly body: Schemas['TileValuesRequest'];
    readonly response: Schemas['FilterValues'];
  };
  'POST /stories/preview': {
    readonly path: undefined;
    readonly query: undefined;
    readonly body: Schemas['StoryPreviewRequest'];
    readonly response: Schemas['StoryPreview'];
  };
  'POST /stories/check-texts': {
    readonly path: undefined;
    readonly query: undefined;
    readonly body: Schemas['CheckTextsRequest'];
    readonly response: Schemas['CheckedViewers'];
  };
  'GET /embeds': {
    readonly path: undefined;
    readonly query: {
      readonly page?: number;
      readonly limit?: number;
      readonly app?: string;
      readonly state?: "draft" | "in-review" | "published" | "archived";
      readonly q?: string;
      readonly ids?: string;
      readonly targets?: string;
    };
    readonly body: undefined;
    readonly response: Schemas['EmbedPage'];
  };
  'POST /embeds': {
    readonly path: undefined;
    readonly query: undefined;
    readonly body: Schemas['NewEmbed'];
    readonly response: Schemas['Embed'];
  };
  'GET /embeds/{id}': {
    readonly path: {
      readonly id: string;
    };
    readonly query: undefined;
    readonly body: undefined;
    readonly response: Schemas['Embed'];
  };
  'PATCH /embeds/{id}': {
    readonly path: {
      readonly id: string;
    };
    readonly query: undefined;
    readonly body: Schemas['EmbedChange'];
    readonly response: Schemas['Embed'];
  };
  'DELETE /embeds/{id}': {
    readonly path: {
      readonly id: string;
    };
    readonly query: undefined;
    readonly body: undefined;
    readonly response: undefined;
  };
  'GET /embeds/{id}/versions': {
    readonly path: {
      readonly id: string;
    };
    readonly query: {
      readonly page?: number;
      readonly limit?: number;
    };
    readonly body: undefined;
    readonly response: Schemas['EmbedVersionPage'];
  };
  'GET /embeds/{id}/versions/{version}': {
    readonly path: {
      readonly id: string;
      readonly version: number;
    };
    readonly query: undefined;
    readonly body: undefined;
    readonly response: Schemas['EmbedVersion'];
  };
  'POST /embeds/{id}/versions/{version}/restore': {
    readonly path: {
      readonly id: string;
      readonly version: number;
    };
    readonly query: undefined;
    readonly body: undefined;
    readonly response: Schemas['Embed'];
  };
  'GET /embeds/{id}/diff': {
    readonly path: {
      readonly id: string;
    };
    readonly query: {
      readonly from?: string;
      readonly to?: string;
    };
    readonly body: undefined;
    readonly response: Schemas['ContentChanges'];
  };
  'GET /embeds/{id}/sample-context': {
    readonly path: {
      readonly id: string;
    };
    readonly query: undefined;
    readonly body: undefined;
    readonly response: Schemas['SampleContext'];
  };
  'GET /apps/{id}/sample-context': {
    readonly path: {
      readonly id: string;
    };
    readonly query: undefined;
    readonly body: undefined;
    readonly response: Schemas['SampleContext'];
  };
  'POST /embeds/{id}/explain': {
    readonly path: {
      readonly id: string;
    };
    readonly query: undefined;
    readonly body: Schemas['ExplainEmbedRequest'];
    readonly response: Schemas['EmbedExplanation'];
  };
  'POST /apps/{id}/explain': {
    readonly path: {
      readonly id: string;
    };
    readonly query: undefined;
    readonly body: Schemas['ExplainDraftRequest'];
    readonly response: Schemas['EmbedExplanation'];
  };
  'POST /embeds/{id}/preview-token': {
    readonly path: {
      readonly id: string;
    };
    readonly query: undefined;
    readonly body: Schemas['PreviewTokenRequest'];
    readonly response: Schemas['PreviewToken'];
  };
  'POST /embeds/{id}/author-token': {
    readonly path: {
      readonly id: string;
    };
    readonly query: undefined;
    readonly body: undefined;
    readonly response: Schemas['PreviewToken'];
  };
  'POST /apps/{id}/author-token': {
    readonly path: {
      readonly id: string;
    };
    readonly query: undefined;
    readonly body: undefined;
    readonly response: Schemas['AuthorToken'];
  };
  'GET /connections': {
    readonly path: undefined;
    readonly query: {
      readonly page?: number;
      readonly limit?: number;
      readonly q?: string;
    };
    readonly body: undefined;
    readonly response: Schemas['ConnectionPage'];
  };
  'POST /connections': {
    readonly path: undefined;
    readonly query: undefined;
    readonly body: Schemas['NewConnection'];
    readonly response: Schemas['Connection'];
  };
  'GET /engines': {
    readonly path: undefined;
    readonly query: {
      readonly page?: number;
      readonly limit?: number;
    };
    readonly body: undefined;
    readonly response: Schemas['EnginePage'];
  };
  'GET /connections/{id}': {
    readonly path: {
      readonly id: string;
    };
    readonly query: undefined;
    readonly body: undefined;
    readonly response: Schemas['Connection'];
  };
  'PATCH /connections/{id}': {
    readonly path: {
      readonly id: string;
    };
    readonly query: undefined;
    readonly body: Schemas['ConnectionChange'];
    readonly response: Schemas['Connection'];
  };
  'DELETE /connections/{id}': {
    readonly path: {
      readonly id: string;
    };
    readonly query: undefined;
    readonly body: undefined;
    readonly response: undefined;
  };
  'POST /connections/test': {
    readonly path: undefined;
    readonly query: undefined;
    readonly body: Schemas['NewConnectionTestRequest'];
    readonly response: Schemas['ConnectionTest'];
  };
  'POST /connections/{id}/test': {
    readonly path: {
      readonly id: string;
    };
    readonly query: undefined;
    readonly body: Schemas['ConnectionTestRequest'] | null;
    readonly response: Schemas['ConnectionTest'];
  };
  'GET /connections/{id}/tables': {
    readonly path: {
      readonly id: string;
    };
    readonly query: {
      readonly page?: number;
      readonly limit?: number;
    };
    readonly body: undefined;
    readonly response: Schemas['TablePage'];
  };
  'GET /files': {
    readonly path: undefined;
    readonly query: {
      readonly page?: number;
      readonly limit?: number;
    };
    readonly body: undefined;
    readonly response: Schemas['FilePage'];
  };
  'GET /files/{name}': {
    readonly path: {
      readonly name: string;
    };
    readonly query: undefined;
    readonly body: undefined;
    readonly response: undefined;
  };
  'DELETE /files/{name}': {
    readonly path: {
      readonly name: string;
    };
    readonly query: undefined;
    readonly body: undefined;
    readonly response: undefined;
  };
  'PUT /files/{name}': {
    readonly path: {
      readonly name: string;
    };
    readonly query: undefined;
    readonly body: Blob;
    readonly response: Schemas['Upload'] | Schemas['FileImport'] | Schemas['Upload'];
  };
  'GET /files/imports': {
    readonly path: undefined;
    readonly query: {
      readonly page?: number;
      readonly limit?: number;
    };
    readonly body: undefined;
    readonly response: Schemas['FileImportPage'];
  };
  'GET /files/imports/{id}': {
    readonly path: {
      readonly id: string;
    };
    readonly query: undefined;
    readonly body: undefined;
    readonly response: Schemas['FileImport'];
  };
  'POST /files/imports/{id}/resume': {
    readonly path: {
      readonly id: string;
    };
    readonly query: undefined;
    readonly body: undefined;
    readonly response: Schemas['FileImport'];
  };
  'GET /datasets': {
    readonly path: undefined;
    readonly query: {
      readonly page?: number;
      readonly limit?: number;
      readonly connection?: string;
      readonly workspace?: string;
      readonly q?: string;
    };
    readonly body: undefined;
    readonly response: Schemas['DatasetPage'];
  };
  'POST /datasets': {
    readonly path: undefined;
    readonly query: undefined;
    readonly body: Schemas['NewDataset'];
    readonly response: Schemas['Dataset'];
  };
  'GET /datasets/{id}': {
    readonly path: {
      readonly id: string;
    };
    readonly query: undefined;
    readonly body: undefined;
    readonly response: Schemas['Dataset'];
  };
  'PATCH /datasets/{id}': {
    readonly path: {
      readonly id: string;
    };
    readonly query: undefined;
    readonly body: Schemas['DatasetChange'];
    readonly response: Schemas['Dataset'];
  };
  'DELETE /datasets/{id}': {
    readonly path: {
      readonly id: string;
    };
    readonly query: undefined;
    readonly body: undefined;
    readonly response: undefined;
  };
  'GET /datasets/{id}/usage': {
    readonly path: {
      readonly id: string;
    };
    readonly query: {
      readonly page?: number;
      readonly limit?: number;
    };
    readonly body: undefined;
    readonly response: Schemas['DatasetUsage'];
  };
  'POST /datasets/infer': {
    readonly path: undefined;
    readonly query: undefined;
    readonly body: Schemas['InferRequest'];
    readonly response: Schemas['InferredDataset'];
  };
  'POST /datasets/check-expression': {
    readonly path: undefined;
    readonly query: undefined;
    readonly body: Schemas['CheckExpressionRequest'];
    readonly response: Schemas['CheckedExpression'];
  };
  'POST /datasets/try': {
    readonly path: undefined;
    readonly query: undefined;
    readonly body: Schemas['TryRequest'];
    readonly response: Schemas['DatasetTrial'];
  };
  'GET /datasets/{id}/sample': {
    readonly path: {
      readonly id: string;
    };
    readonly query: undefined;
    readonly body: undefined;
    readonly response: Schemas['Sample'];
  };
  'POST /datasets/{id}/query': {
    readonly path: {
      readonly id: string;
    };
    readonly query: undefined;
    readonly body: Schemas['QueryRequest'];
    readonly response: Schemas['QueryAnswer'];
  };
  'GET /datasets/{id}/filter-values': {
    readonly path: {
      readonly id: string;
    };
    readonly query: {
      readonly column: string;
      readonly search?: string;
      readonly context: string;
    };
    readonly body: undefined;
    readonly response: Schemas['FilterValues'];
  };
  'POST /datasets/{id}/explain': {
    readonly path: {
      readonly id: string;
    };
    readonly query: undefined;
    readonly body: Schemas['ExplainRequest'];
    readonly response: Schemas['Explanation'];
  };
  'GET /connections/{id}/model': {
    readonly path: {
      readonly id: string;
    };
    readonly query: undefined;
    readonly body: undefined;
    readonly response: Schemas['DataModel'];
  };
  'POST /connections/{id}/relationships/suggest': {
    readonly path: {
      readonly id: string;
    };
    readonly query: undefined;
    readonly body: Schemas['SuggestModelRequest'];
    readonly response: Schemas['RelationshipSuggestions'];
  };
  'POST /datasets/{id}/relationships/suggest': {
    readonly path: {
      readonly id: string;
    };
    readonly query: undefined;
    readonly body: Schemas['SuggestRequest'];
    readonly response: Schemas['RelationshipSuggestions'];
  };
  'POST /datasets/{id}/relationships/validate': {
    readonly path: {
      readonly id: string;
    };
    readonly query: undefined;
    readonly body: Schemas['ValidateRequest'];
    readonly response: Schemas['RelationshipCheck'];
  };
  'DELETE /sample-data': {
    readonly path: undefined;
    readonly query: undefined;
    readonly body: undefined;
    readonly response: undefined;
  };
  'GET /audit-events': {
    readonly path: undefined;
    readonly query: {
      readonly page?: number;
      readonly limit?: number;
      readonly action?: string;
      readonly outcome?: "success" | "refused";
      readonly actor?: string;
      readonly target?: string;
      readonly from?: string;
      readonly to?: string;
    };
    readonly body: undefined;
    readonly response: Schemas['AuditEventPage'];
  };
  'GET /audit-events/export.csv': {
    readonly path: undefined;
    readonly query: {
      readonly action?: string;
      readonly outcome?: "success" | "refused";
      readonly actor?: string;
      readonly target?: string;
      readonly from?: string;
      readonly to?: string;
    };
    readonly body: undefined;
    readonly response: undefined;
  };
  'GET /audit-events/export.ndjson': {
    readonly path: undefined;
    readonly query: {
      readonly action?: string;
      readonly outcome?: "success" | "refused";
      readonly actor?: string;
      readonly target?: string;
      readonly from?: string;
      readonly to?: string;
    };
    readonly body: undefined;
    readonly response: undefined;
  };
  'GET /usage': {
    readonly path: undefined;
    readonly query: {
      readonly days?: number;
    };
    readonly body: undefined;
    readonly response: Schemas['Usage'];
  };
  'GET /usage/report': {
    readonly path: undefined;
    readonly query: {
      readonly by: "tenant" | "day" | "workspace" | "viewer";
      readonly from?: string;
      readonly to?: string;
      readonly page?: number;
      readonly limit?: number;
    };
    readonly body: undefined;
    readonly response: Schemas['UsageReportRowPage'];
  };
  'GET /usage/report.csv': {
    readonly path: undefined;
    readonly query: {
      readonly by: "tenant" | "day" | "workspace" | "viewer";
      readonly from?: string;
      readonly to?: string;
    };
    readonly body: undefined;
    readonly response: undefined;
  };
  'GET /quotas': {
    readonly path: undefined;
    readonly query: undefined;
    readonly body: undefined;
    readonly response: Schemas['Quotas'];
  };
  'GET /api-keys': {
    readonly path: undefined;
    readonly query: {
      readonly page?: number;
      readonly limit?: number;
    };
    readonly body: undefined;
    readonly response: Schemas['ApiKeyPage'];
  };
  'POST /api-keys': {
    readonly path: undefined;
    readonly query: undefined;
    readonly body: Schemas['NewApiKey'];
    readonly response: Schemas['CreatedApiKey'];
  };
  'GET /api-keys/{id}': {
    readonly path: {
      readonly id: string;
    };
    readonly query: undefined;
    readonly body: undefined;
    readonly response: Schemas['ApiKey'];
  };
  'PATCH /api-keys/{id}': {
    readonly path: {
      readonly id: string;
    };
    readonly query: undefined;
    readonly body: Schemas['ApiKeyChange'];
    readonly response: Schemas['ApiKey'];
  };
  'DELETE /api-keys/{id}': {
    readonly path: {
      readonly id: string;
    };
    readonly query: undefined;
    readonly body: undefined;
    readonly response: undefined;
  };
  'POST /api-keys/{id}/rotate': {
    readonly path: {
      readonly id: string;
    };
    readonly query: undefined;
    readonly body: Schemas['ApiKeyRotation'];
    readonly response: Schemas['CreatedApiKey'];
  };
  'GET /embed-settings': {
    readonly path: undefined;
    readonly query: undefined;
    readonly body: undefined;
    readonly response: Schemas['EmbedAuthSettings'];
  };
  'PATCH /embed-settings': {
    readonly path: undefined;
    readonly query: undefined;
    readonly body: Schemas['EmbedAuthSettingsChange'];
    readonly response: Schemas['EmbedAuthSettings'];
  };
  'GET /embed-settings/known-attributes': {
    readonly path: undefined;
    readonly query: undefined;
    readonly body: undefined;
    readonly response: Schemas['KnownAttributes'];
  };
  'POST /embed-settings/check-token': {
    readonly path: undefined;
    readonly query: undefined;
    readonly body: Schemas['TokenCheck'];
    readonly response: Schemas['TokenReport'];
  };
  'POST /embed-settings/secret': {
    readonly path: undefined;
    readonly query: undefined;
    readonly body: Schemas['SecretRequest'] | null;
    readonly response: Schemas['ClientSecret'];
  };
  'POST /embed-settings/revoke-tokens': {
    readonly path: undefined;
    readonly query: undefined;
    readonly body: undefined;
    readonly response: undefined;
  };
  'PUT /embed-settings/public-key': {
    readonly path: undefined;
    readonly query: undefined;
    readonly body: Schemas['PublicKeyUpload'];
    readonly response: Schemas['EmbedAuthSettings'];
  };
  'PUT /embed-settings/jwks': {
    readonly path: undefined;
    readonly query: undefined;
    readonly body: Schemas['JwksAddress'];
    readonly response: Schemas['EmbedAuthSettings'];
  };
  'GET /tenant-settings': {
    readonly path: undefined;
    readonly query: undefined;
    readonly body: undefined;
    readonly response: Schemas['TenantSettings'];
  };
  'PATCH /tenant-settings': {
    readonly path: undefined;
    readonly query: undefined;
    readonly body: Schemas['TenantSettingsChange'];
    readonly response: Schemas['TenantSettings'];
  };
  'GET /mail-settings': {
    readonly path: undefined;
    readonly query: undefined;
    readonly body: undefined;
    readonly response: Schemas['MailSettings'];
  };
  'PATCH /mail-settings': {
    readonly path: undefined;
    readonly query: undefined;
    readonly body: Schemas['MailSettingsChange'];
    readonly response: Schemas['MailSettings'];
  };
  'POST /mail-settings/test': {
    readonly path: undefined;
    readonly query: undefined;
    readonly body: undefined;
    readonly response: Schemas['MailTest'];
  };
  'GET /report-settings': {
    readonly path: undefined;
    readonly query: undefined;
    readonly body: undefined;
    readonly response: Schemas['ReportSettings'];
  };
  'PATCH /report-settings': {
    readonly path: undefined;
    readonly query: undefined;
    readonly body: Schemas['ReportSettingsChange'];
    readonly response: Schemas['ReportSettings'];
  };
  'POST /report-settings/secret': {
    readonly path: undefined;
    readonly query: undefined;
    readonly body: undefined;
    readonly response: Schemas['ReportSecret'];
  };
  'GET /report-destinations': {
    readonly path: undefined;
    readonly query: {
      readonly page?: number;
      readonly limit?: number;
    };
    readonly body: undefined;
    readonly response: Schemas['DestinationPage'];
  };
  'POST /report-destinations': {
    readonly path: undefined;
    readonly query: undefined;
    readonly body: Schemas['NewDestination'];
    readonly response: Schemas['CreatedDestination'];
  };
  'GET /report-destinations/{id}': {
    readonly path: {
      readonly id: string;
    };
    readonly query: undefined;
    readonly body: undefined;
    readonly response: Schemas['Destination'];
  };
  'PATCH /report-destinations/{id}': {
    readonly path: {
      readonly id: string;
    };
    readonly query: undefined;
    readonly body: Schemas['DestinationChange'];
    readonly response: Schemas['Destination'];
  };
  'DELETE /report-destinations/{id}': {
    readonly path: {
      readonly id: string;
    };
    readonly query: undefined;
    readonly body: undefined;
    readonly response: undefined;
  };
  'POST /report-destinations/{id}/secret': {
    readonly path: {
      readonly id: string;
    };
    readonly query: undefined;
    readonly body: undefined;
    readonly response: Schemas['DestinationSecret'];
  };
  'POST /report-destinations/{id}/test': {
    readonly path: {
      readonly id: string;
    };
    readonly query: undefined;
    readonly body: undefined;
    readonly response: Schemas['DestinationTest'];
  };
  'GET /themes': {
    readonly path: undefined;
    readonly query: {
      readonly page?: number;
      readonly limit?: number;
    };
    readonly body: undefined;
    readonly response: Schemas['ThemePage'];
  };
  'GET /themes/{name}': {
    readonly path: {
      readonly name: string;
    };
    readonly query: undefined;
    readonly body: undefined;
    readonly response: Schemas['Theme'];
  };
  'PUT /themes/{name}': {
    readonly path: {
      readonly name: string;
    };
    readonly query: undefined;
    readonly body: Schemas['ThemeContent'];
    readonly response: Schemas['Theme'];
  };
  'DELETE /themes/{name}': {
    readonly path: {
      readonly name: string;
    };
    readonly query: undefined;
    readonly body: undefined;
    readonly response: undefined;
  };
  'GET /subscriptions': {
    readonly path: undefined;
    readonly query: {
      readonly page?: number;
      readonly limit?: number;
      readonly status?: "active" | "paused" | "ended";
      readonly kind?: "report" | "alert";
      readonly appId?: string;
      readonly embedId?: string;
      readonly workspaceId?: string;
      readonly username?: string;
      readonly q?: string;
    };
    readonly body: undefined;
    readonly response: Schemas['SubscriptionPage'];
  };
  'GET /subscriptions/{id}': {
    readonly path: {
      readonly id: string;
    };
    readonly query: undefined;
    readonly body: undefined;
    readonly response: Schemas['Subscription'];
  };
  'PATCH /subscriptions/{id}': {
    readonly path: {
      readonly id: string;
    };
    readonly query: undefined;
    readonly body: Schemas['SubscriptionPause'];
    readonly response: Schemas['Subscription'];
  };
  'DELETE /subscriptions/{id}': {
    readonly path: {
      readonly id: string;
    };
    readonly query: undefined;
    readonly body: undefined;
    readonly response: undefined;
  };
  'POST /subscriptions/{id}/run': {
    readonly path: {
      readonly id: string;
    };
    readonly query: undefined;
    readonly body: undefined;
    readonly response: Schemas['QueuedDeliveries'];
  };
  'POST /subscriptions/{id}/preview': {
    readonly path: {
      readonly id: string;
    };
    readonly query: undefined;
    readonly body: undefined;
    readonly response: Schemas['MessagePreview'];
  };
  'GET /subscriptions/{id}/deliveries': {
    readonly path: {
      readonly id: string;
    };
    readonly query: {
      readonly page?: number;
      readonly limit?: number;
      readonly state?: "waiting" | "working" | "sending" | "sent" | "failed" | "unknown" | "skipped";
    };
    readonly body: undefined;
    readonly response: Schemas['DeliveryPage'];
  };
  'GET /report-deliveries': {
    readonly path: undefined;
    readonly query: {
      readonly page?: number;
      readonly limit?: number;
      readonly state?: "waiting" | "working" | "sending" | "sent" | "failed" | "unknown" | "skipped";
    };
    readonly body: undefined;
    readonly response: Schemas['DeliveryPage'];
  };
  'POST /report-deliveries/{id}/resend': {
    readonly path: {
      readonly id: string;
    };
    readonly query: undefined;
    readonly body: undefined;
    readonly response: Schemas['Delivery'];
  };
  'GET /me/second-factors': {
    readonly path: undefined;
    readonly query: undefined;
    readonly body: undefined;
    readonly response: Schemas['SecondFactors'];
  };
  'POST /me/passkeys/options': {
    readonly path: undefined;
    readonly query: undefined;
    readonly body: undefined;
    readonly response: Schemas['WebAuthnOptions'];
  };
  'POST /me/passkeys': {
    readonly path: undefined;
    readonly query: undefined;
    readonly body: Schemas['NewPasskey'];
    readonly response: Schemas['RecoveryCodes'];
  };
  'PATCH /me/passkeys/{id}': {
    readonly path: {
      readonly id: string;
    };
    readonly query: undefined;
    readonly body: Schemas['PasskeyChange'];
    readonly response: Schemas['Passkey'];
  };
  'DELETE /me/passkeys/{id}': {
    readonly path: {
      readonly id: string;
    };
    readonly query: undefined;
    readonly body: undefined;
    readonly response: undefined;
  };
  'POST /me/totp': {
    readonly path: undefined;
    readonly query: undefined;
    readonly body: undefined;
    readonly response: Schemas['NewTotp'];
  };
  'DELETE /me/totp': {
    readonly path: undefined;
    readonly query: undefined;
    readonly body: undefined;
    readonly response: undefined;
  };
  'POST /me/totp/confirm': {
    readonly path: undefined;
    readonly query: undefined;
    readonly body: Schemas['SecondFactorCode'];
    readonly response: Schemas['RecoveryCodes'];
  };
  'POST /me/recovery-codes': {
    readonly path: undefined;
    readonly query: undefined;
    readonly body: undefined;
    readonly response: Schemas['RecoveryCodes'];
  };
  'DELETE /users/{id}/second-factors': {
    readonly path: {
      readonly id: string;
    };
    readonly query: undefined;
    readonly body: undefined;
    readonly response: undefined;
  };
  'GET /identity-providers': {
    readonly path: undefined;
    readonly query: {
      readonly page?: number;
      readonly limit?: number;
    };
    readonly body: undefined;
    readonly response: Schemas['IdentityProviderPage'];
  };
  'POST /identity-providers': {
    readonly path: undefined;
    readonly query: undefined;
    readonly body: Schemas['NewIdentityProvider'];
    readonly response: Schemas['IdentityProvider'];
  };
  'GET /identity-providers/{id}': {
    readonly path: {
      readonly id: string;
    };
    readonly query: undefined;
    readonly body: undefined;
    readonly response: Schemas['IdentityProvider'];
  };
  'PATCH /identity-providers/{id}': {
    readonly path: {
      readonly id: string;
    };
    readonly query: undefined;
    readonly body: Schemas['IdentityProviderChange'];
    readonly response: Schemas['IdentityProvider'];
  };
  'DELETE /identity-providers/{id}': {
    readonly path: {
      readonly id: string;
    };
    readonly query: undefined;
    readonly body: undefined;
    readonly response: undefined;
  };
}
