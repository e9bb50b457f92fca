import { attributeLine } from './attribute-line.ts';
import type { SnippetValues } from './snippet-values.ts';
import { stringLiteral } from './string-literal.ts';

export function csharpSnippet(values: SnippetValues): string {
  const text = (value: string) => stringLiteral('csharp', value);
  return String.raw`using System.Net;
using System.Net.Http.Headers;
using System.Security.Cryptography;
using System.Text;
using System.Text.Json.Nodes;

var clientId = ${text(values.clientId)};
var claims = new JsonObject
{
    ["sub"] = clientId,
    ["iss"] = ${text(values.issuer)},
    ["aud"] = ${text(values.audience)},
    ["exp"] = DateTimeOffset.UtcNow.ToUnixTimeSeconds() + 3600,
    ["jti"] = Guid.NewGuid().ToString(),
    ["embed_context"] = new JsonObject
    {
        ["username"] = ${text(values.username)},
        ["workspace_id"] = ${text(values.workspaceId)},
        ["roles"] = new JsonArray("USER"),
        ["privileges"] = new JsonObject { [${text(values.appId)}] = new JsonArray("view") },
${attributeLine('csharp', values, {
  open: '        ["attributes"] = new JsonObject { ',
  close: ' },\n',
  entry: (key, value) => `[${key}] = ${value}`,
})}    },
};

using var key = RSA.Create();
key.ImportFromPem(File.ReadAllText(Setting("INLAY_PRIVATE_KEY_FILE")));
var unsigned = Base64Url(Encoding.UTF8.GetBytes("{\"alg\":\"RS512\",\"typ\":\"JWT\"}"))
    + "." + Base64Url(Encoding.UTF8.GetBytes(claims.ToJsonString()));
var signature = key.SignData(Encoding.UTF8.GetBytes(unsigned), HashAlgorithmName.SHA512, RSASignaturePadding.Pkcs1);

var user = WebUtility.UrlEncode(clientId) + ":" + WebUtility.UrlEncode(Setting("INLAY_CLIENT_SECRET"));
using var http = new HttpClient(new HttpClientHandler { AllowAutoRedirect = false }) { Timeout = TimeSpan.FromSeconds(10) };
http.DefaultRequestHeaders.Authorization =
    new AuthenticationHeaderValue("Basic", Convert.ToBase64String(Encoding.UTF8.GetBytes(user)));
var response = await http.PostAsync(${text(values.tokenEndpoint)}, new FormUrlEncodedContent(new Dictionary<string, string>
{
    ["grant_type"] = "urn:ietf:params:oauth:grant-type:jwt-bearer",
    ["scope"] = "embed",
    ["assertion"] = unsigned + "." + Base64Url(signature),
}));
var body = await response.Content.ReadAsStringAsync();
if (!response.IsSuccessStatusCode) throw new InvalidOperationException("HTTP " + (int)response.StatusCode + ": " + body);
Console.WriteLine((string?)JsonNode.Parse(body)?["access_token"]);

static string Base64Url(byte[] bytes) => Convert.ToBase64String(bytes).TrimEnd('=').Replace('+', '-').Replace('/', '_');

static string Setting(string name) =>
    Environment.GetEnvironmentVariable(name) ?? throw new InvalidOperationException("Set the variable " + name);
`;
}
