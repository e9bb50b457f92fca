import { randomBytes } from 'node:crypto';
import { html, scriptJson, styleText } from '../../platform/render/html.ts';
import { referenceStyle } from './reference-style.ts';

export interface ReferencePage {
  readonly html: string;
  readonly contentSecurityPolicy: string;
}

/**
 * Settings of the API viewer. Everything that would contact another server is off: fonts, telemetry, assistant and
 * hosted client. The page's policy refuses them as well.
 */
const settings = {
  url: '/api/openapi.json',
  theme: 'none',
  layout: 'modern',
  withDefaultFonts: false,
  telemetry: false,
  agent: { disabled: true },
  mcp: { disabled: true },
  hideClientButton: true,
  showDeveloperTools: 'never',
  documentDownloadType: 'json',
  defaultOpenAllTags: true,
  orderRequiredPropertiesFirst: true,
  // A login token in the browser's storage would outlive the tab.
  persistAuth: false,
  defaultHttpClient: { targetKey: 'shell', clientKey: 'curl' },
  authentication: { preferredSecurityScheme: 'login' },
};

/** The API reference for people. A nonce per response keeps other scripts from running. */
export function referencePage(scriptName: string): ReferencePage {
  const nonce = randomBytes(18).toString('base64');
  return {
    html: html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>Inlay API reference</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<link rel="icon" href="data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 16 16'%3E%3Crect width='16' height='16' rx='4' fill='%232f5bd8'/%3E%3Crect x='4' y='4' width='8' height='8' rx='1.5' fill='%23fff'/%3E%3C/svg%3E">
<style>${styleText(referenceStyle)}</style>
</head>
<body>
<div id="reference"></div>
<noscript>This page needs JavaScript. The same description for programs is at <a href="/api/openapi.json">/api/openapi.json</a>.</noscript>
<script nonce="${nonce}" src="/api/docs/${scriptName}"></script>
<script nonce="${nonce}">Scalar.createApiReference('#reference', ${scriptJson(settings)})</script>
</body>
</html>
`.toString(),
    contentSecurityPolicy: [
      "default-src 'none'",
      `script-src 'nonce-${nonce}'`,
      // The viewer writes styles without a nonce. They cannot load anything: see the lines below.
      "style-src 'unsafe-inline'",
      "connect-src 'self'",
      'img-src data:',
      "base-uri 'none'",
      "form-action 'none'",
      "frame-ancestors 'none'",
    ].join('; '),
  };
}
