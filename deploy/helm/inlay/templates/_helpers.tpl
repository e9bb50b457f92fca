{{- define "inlay.fullname" -}}
{{- if .Values.fullnameOverride -}}
{{- .Values.fullnameOverride | trunc 50 | trimSuffix "-" -}}
{{- else -}}
{{- $name := default .Chart.Name .Values.nameOverride -}}
{{- if contains $name .Release.Name -}}
{{- .Release.Name | trunc 50 | trimSuffix "-" -}}
{{- else -}}
{{- printf "%s-%s" .Release.Name $name | trunc 50 | trimSuffix "-" -}}
{{- end -}}
{{- end -}}
{{- end -}}

{{- define "inlay.selectorLabels" -}}
app.kubernetes.io/name: {{ default .Chart.Name .Values.nameOverride }}
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end -}}

{{- define "inlay.labels" -}}
{{ include "inlay.selectorLabels" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version | replace "+" "_" }}
{{- end -}}

{{- define "inlay.image" -}}
{{ .Values.image.repository }}:{{ default .Chart.AppVersion .Values.image.tag }}
{{- end -}}

{{- define "inlay.host" -}}
{{ regexReplaceAll ":\\d+$" (urlParse .Values.publicUrl).host "" }}
{{- end -}}

{{/* Trusting every caller is safe only while the network policy admits the ingress controller alone. */}}
{{- define "inlay.trustProxy" -}}
{{- if .Values.trustProxy -}}
{{ .Values.trustProxy }}
{{- else if and .Values.ingress.enabled .Values.networkPolicy.enabled -}}
true
{{- else if .Values.ingress.enabled -}}
{{- fail "Set trustProxy to the addresses of your ingress controller, or enable networkPolicy." -}}
{{- else -}}
false
{{- end -}}
{{- end -}}

{{- define "inlay.env" -}}
- name: INLAY_PUBLIC_URL
  value: {{ .Values.publicUrl | quote }}
- name: INLAY_TRUST_PROXY
  value: {{ include "inlay.trustProxy" . | quote }}
- name: INLAY_DRAIN_SECONDS
  value: {{ .Values.drainSeconds | quote }}
{{- range $name, $value := .Values.settings }}
- name: {{ $name }}
  value: {{ $value | toString | quote }}
{{- end }}
- name: INLAY_DATABASE_URL
  valueFrom:
    secretKeyRef:
      name: {{ .Values.existingSecret }}
      key: INLAY_DATABASE_URL
- name: INLAY_MASTER_KEY_FILE
  value: /run/secrets/inlay/master.key
- name: INLAY_ADMIN_PASSWORD
  valueFrom:
    secretKeyRef:
      name: {{ .Values.existingSecret }}
      key: INLAY_ADMIN_PASSWORD
      optional: true
{{- end -}}

{{/* A file, because other processes may see environment variables. */}}
{{- define "inlay.masterKeyVolume" -}}
- name: master-key
  secret:
    secretName: {{ .Values.existingSecret }}
    defaultMode: 0440
    items:
      - key: INLAY_MASTER_KEY
        path: master.key
{{- end -}}

{{- define "inlay.masterKeyMount" -}}
- name: master-key
  mountPath: /run/secrets/inlay
  readOnly: true
{{- end -}}

{{- define "inlay.podSecurityContext" -}}
runAsNonRoot: true
runAsUser: 10001
runAsGroup: 10001
fsGroup: 10001
fsGroupChangePolicy: OnRootMismatch
seccompProfile:
  type: RuntimeDefault
{{- end -}}

{{- define "inlay.securityContext" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
capabilities:
  drop: [ALL]
{{- end -}}
