import { attributeLine } from './attribute-line.ts';
import type { SnippetValues } from './snippet-values.ts';
import { stringLiteral } from './string-literal.ts';

/** The JDK has no JSON writer; the few lines here keep a quote in a name from ending its string. */
export function javaSnippet(values: SnippetValues): string {
  const text = (value: string) => stringLiteral('java', value);
  return String.raw`import java.net.*;
import java.net.http.*;
import java.nio.file.*;
import java.security.*;
import java.security.spec.PKCS8EncodedKeySpec;
import java.time.*;
import java.util.*;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import static java.nio.charset.StandardCharsets.UTF_8;

public class EmbedToken {
  public static void main(String[] args) throws Exception {
    String clientId = ${text(values.clientId)};
    String claims = json(Map.of(
        "sub", clientId,
        "iss", ${text(values.issuer)},
        "aud", ${text(values.audience)},
        "exp", Instant.now().getEpochSecond() + 3600,
        "jti", UUID.randomUUID().toString(),
        "embed_context", Map.of(
            "username", ${text(values.username)},
            "workspace_id", ${text(values.workspaceId)},
            "roles", List.of("USER"),
            "privileges", Map.of(${text(values.appId)}, List.of("view"))${attributeLine('java', values, {
              open: ',\n            "attributes", Map.of(',
              entry: (key, value) => `${key}, ${value}`,
              close: ')',
            })})));

    String unsigned = base64url("{\"alg\":\"RS512\",\"typ\":\"JWT\"}".getBytes(UTF_8)) + "." + base64url(claims.getBytes(UTF_8));
    Signature signer = Signature.getInstance("SHA512withRSA");
    signer.initSign(privateKey(Path.of(System.getenv("INLAY_PRIVATE_KEY_FILE"))));
    signer.update(unsigned.getBytes(UTF_8));
    String assertion = unsigned + "." + base64url(signer.sign());

    String user = encode(clientId) + ":" + encode(System.getenv("INLAY_CLIENT_SECRET"));
    HttpRequest request = HttpRequest.newBuilder(URI.create(${text(values.tokenEndpoint)}))
        .timeout(Duration.ofSeconds(10))
        .header("Authorization", "Basic " + Base64.getEncoder().encodeToString(user.getBytes(UTF_8)))
        .header("Content-Type", "application/x-www-form-urlencoded")
        .POST(HttpRequest.BodyPublishers.ofString(
            "grant_type=" + encode("urn:ietf:params:oauth:grant-type:jwt-bearer") + "&scope=embed&assertion=" + assertion))
        .build();
    HttpResponse<String> response = HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString());
    if (response.statusCode() != 200) throw new IllegalStateException("HTTP " + response.statusCode() + ": " + response.body());
    var token = Pattern.compile("\"access_token\"\\s*:\\s*\"([^\"]+)\"").matcher(response.body());
    if (!token.find()) throw new IllegalStateException("The answer has no access_token");
    System.out.println(token.group(1));
  }

  // A key in PKCS#8 form, which starts with BEGIN PRIVATE KEY.
  static PrivateKey privateKey(Path file) throws Exception {
    String base64 = Files.readString(file).replaceAll("-----[A-Z ]+-----|\\s", "");
    return KeyFactory.getInstance("RSA").generatePrivate(new PKCS8EncodedKeySpec(Base64.getDecoder().decode(base64)));
  }

  static String base64url(byte[] bytes) {
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }

  static String encode(String value) {
    return URLEncoder.encode(value, UTF_8);
  }

  static String json(Object value) {
    if (value instanceof Map<?, ?> map) {
      return map.entrySet().stream().map(e -> json(e.getKey()) + ":" + json(e.getValue())).collect(Collectors.joining(",", "{", "}"));
    }
    if (value instanceof Collection<?> list) return list.stream().map(EmbedToken::json).collect(Collectors.joining(",", "[", "]"));
    if (!(value instanceof String text)) return String.valueOf(value);
    return text.chars()
        .mapToObj(c -> c == '"' || c == '\\' || c < ' ' ? "\\u%04x".formatted(c) : String.valueOf((char) c))
        .collect(Collectors.joining("", "\"", "\""));
  }
}
`;
}
