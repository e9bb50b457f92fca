/** A customer's page: the host's half of the frame protocol in a few lines, with its events in `window.heard`. */
export const hostPage = (
  frameUrl: string,
): string => `<!doctype html><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>Host</title>
<body style="margin:0"><script>
window.heard = [];
let port, last = 0;
const waiting = new Map();
window.nextToken = undefined;
window.fields = [];
addEventListener('message', ({ origin, data, source }) => {
  if (origin !== ${JSON.stringify(frameUrl)} || data.inlay !== 'hello') return;
  heard.push({ event: 'hello', detail: data });
  const channel = new MessageChannel();
  port = channel.port1;
  source.postMessage({ inlay: 'connect', version: 1 }, origin, [channel.port2]);
  port.onmessage = ({ data }) => {
    if ('re' in data) { waiting.get(data.re)?.(data); return; }
    if (data.type === 'token') {
      port.postMessage(window.nextToken ? { re: data.id, value: { token: window.nextToken } } : { re: data.id, error: { code: 'NO_TOKEN', message: 'None' } });
      return;
    }
    heard.push(data);
    if (data.event === 'resize') document.querySelector('iframe').style.height = data.detail.height + 'px';
  };
  port.postMessage({ id: 0, type: 'start', body: { fields: window.fields } });
});
window.ask = (type, body) => new Promise((resolve, reject) => {
  waiting.set(++last, ({ value, error }) => error ? reject(new Error(error.code + ': ' + error.message)) : resolve(value));
  port.postMessage({ id: last, type, body });
});
window.embed = (id, fields, post = true) => {
  window.fields = Object.entries({ origin: location.origin, token: 'good', width: innerWidth, ...fields }).map(([k, v]) => [k, typeof v === 'object' ? JSON.stringify(v) : String(v)]);
  const frame = Object.assign(document.createElement('iframe'), { name: 'f' + Math.random(), title: 'Sales', allow: 'fullscreen ' + ${JSON.stringify(frameUrl)} });
  frame.style.cssText = 'display:block;width:100%;border:0;height:320px';
  document.body.append(frame);
  const address = ${JSON.stringify(frameUrl)} + '/embed/' + id;
  if (!post) { frame.src = address + '?origin=' + location.origin; return; }
  const form = Object.assign(document.createElement('form'), { method: 'post', action: address, target: frame.name });
  for (const [name, value] of window.fields) form.append(Object.assign(document.createElement('input'), { name, value }));
  document.body.append(form);
  form.submit();
  form.remove();
};
</script></body>`;
