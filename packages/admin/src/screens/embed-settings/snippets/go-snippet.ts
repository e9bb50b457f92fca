import { attributeLine } from './attribute-line.ts';
import type { SnippetValues } from './snippet-values.ts';
import { stringLiteral } from './string-literal.ts';

export function goSnippet(values: SnippetValues): string {
  const text = (value: string) => stringLiteral('go', value);
  return `package main

import (
	"crypto"
	"crypto/rand"
	"crypto/rsa"
	"crypto/sha512"
	"crypto/x509"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"encoding/pem"
	"fmt"
	"io"
	"log"
	"net/http"
	"net/url"
	"os"
	"strings"
	"time"
)

const clientID = ${text(values.clientId)}

func main() {
	assertion, err := sign(map[string]any{
		"sub": clientID,
		"iss": ${text(values.issuer)},
		"aud": ${text(values.audience)},
		"exp": time.Now().Unix() + 3600,
		"jti": randomID(),
		"embed_context": map[string]any{
			"username":     ${text(values.username)},
			"workspace_id": ${text(values.workspaceId)},
			"roles":        []string{"USER"},
			"privileges":   map[string][]string{${text(values.appId)}: {"view"}},
${attributeLine('go', values, { open: '\t\t\t"attributes":   map[string]any{', close: '},\n' })}		},
	})
	if err != nil {
		log.Fatal(err)
	}
	token, err := exchange(assertion)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(token)
}

func sign(claims map[string]any) (string, error) {
	file, err := os.ReadFile(os.Getenv("INLAY_PRIVATE_KEY_FILE"))
	if err != nil {
		return "", err
	}
	block, _ := pem.Decode(file)
	if block == nil {
		return "", fmt.Errorf("the key file is not PEM")
	}
	// A key in PKCS#8 form, which starts with BEGIN PRIVATE KEY.
	parsed, err := x509.ParsePKCS8PrivateKey(block.Bytes)
	if err != nil {
		return "", err
	}
	key, ok := parsed.(*rsa.PrivateKey)
	if !ok {
		return "", fmt.Errorf("the key is not an RSA key")
	}
	payload, err := json.Marshal(claims)
	if err != nil {
		return "", err
	}
	base64url := base64.RawURLEncoding.EncodeToString
	unsigned := base64url([]byte(${'`{"alg":"RS512","typ":"JWT"}`'})) + "." + base64url(payload)
	digest := sha512.Sum512([]byte(unsigned))
	signature, err := rsa.SignPKCS1v15(rand.Reader, key, crypto.SHA512, digest[:])
	return unsigned + "." + base64url(signature), err
}

func exchange(assertion string) (string, error) {
	form := url.Values{
		"grant_type": {"urn:ietf:params:oauth:grant-type:jwt-bearer"},
		"scope":      {"embed"},
		"assertion":  {assertion},
	}
	request, err := http.NewRequest("POST", ${text(values.tokenEndpoint)}, strings.NewReader(form.Encode()))
	if err != nil {
		return "", err
	}
	request.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	request.SetBasicAuth(url.QueryEscape(clientID), url.QueryEscape(os.Getenv("INLAY_CLIENT_SECRET")))
	client := http.Client{Timeout: 10 * time.Second}
	response, err := client.Do(request)
	if err != nil {
		return "", err
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	if err != nil {
		return "", err
	}
	if response.StatusCode != http.StatusOK {
		return "", fmt.Errorf("%s: %s", response.Status, body)
	}
	var answer struct {
		AccessToken string ${'`json:"access_token"`'}
	}
	err = json.Unmarshal(body, &answer)
	return answer.AccessToken, err
}

func randomID() string {
	bytes := make([]byte, 16)
	if _, err := rand.Read(bytes); err != nil {
		log.Fatal(err)
	}
	return hex.EncodeToString(bytes)
}
`;
}
