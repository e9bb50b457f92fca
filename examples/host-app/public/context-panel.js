// DEMO ONLY: edits the context that the server signs, and shows the assertion and the token (see demo-context.mjs).
import { prettyJson } from './pretty-json.js';

const form = document.querySelector('#context');
const say = JSON.parse(form.dataset.say);
const { json, region } = form.elements;
const status = document.querySelector('#context-status');
const resetButton = form.querySelector('[type=reset]');
const own = json.value;

const fill = (sentence, values) => sentence.replace(/\{(\w+)\}/g, (_, name) => values[name]);
const number = (value) => value.toLocaleString(document.documentElement.lang);

/** Header, claims and signature in three colors, and the claims in plain text. Returns the size of the context. */
const showAssertion = (assertion) => {
  const parts = assertion.split('.');
  document.querySelector('#assertion').replaceChildren(
    ...parts.flatMap((part, index) => {
      const span = Object.assign(document.createElement('span'), {
        className: `part-${index}`,
        textContent: part,
      });
      return index > 0 ? ['.', span] : [span];
    }),
  );
  if (parts.length < 3) return 0;
  const bytes = Uint8Array.from(atob(parts[1].replace(/-/g, '+').replace(/_/g, '/')), (sign) =>
    sign.charCodeAt(0),
  );
  const claims = JSON.parse(new TextDecoder().decode(bytes));
  document.querySelector('#claims').textContent = prettyJson(claims);
  return new TextEncoder().encode(JSON.stringify(claims.embed_context)).length;
};

const sayStatus = (sentence, isProblem = false) => {
  status.textContent = sentence;
  status.classList.toggle('problem', isProblem);
  json.setAttribute('aria-invalid', isProblem);
};

const sign = async (context) => {
  const response = await fetch('/demo/edited-token', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: context,
  }).catch(() => undefined);
  const answer = (await response?.json().catch(() => undefined)) ?? { problem: 'refused' };
  if (answer.problem) throw new Error(say.problems[answer.problem] ?? say.problems.refused);
  return answer;
};

/** The controls show what the JSON says, and the other way round. */
const readJson = () => {
  const { privileges, groups, attributes } = JSON.parse(json.value) ?? {};
  region.value = attributes?.region ?? '';
  const chosen = { groups: [groups].flat(), privileges: [privileges?.sales].flat() };
  for (const box of form.querySelectorAll('[type=checkbox]'))
    box.checked = chosen[box.name].includes(box.value);
};
const checked = (name) => [...form.querySelectorAll(`[name=${name}]:checked`)].map(({ value }) => value);
const writeJson = () => {
  const before = JSON.parse(json.value);
  const { region: _, ...attributes } = before.attributes ?? {};
  const known = [...form.querySelectorAll('[name=groups]')].map(({ value }) => value);
  const others = (before.groups ?? []).filter((group) => !known.includes(group));
  const context = {
    privileges: { sales: checked('privileges') },
    groups: [...checked('groups'), ...others],
    attributes: { ...(region.value && { region: region.value }), ...attributes },
  };
  json.value = prettyJson(context);
};

let turn = 0;
let waiting;
const apply = async () => {
  const mine = ++turn;
  const context = json.value;
  resetButton.hidden = context === own;
  document.documentElement.toggleAttribute('data-edited', context !== own);
  sayStatus(say.signing);
  const started = performance.now();
  try {
    const answer = await sign(context);
    if (mine !== turn) return;
    const ms = Math.round(performance.now() - started);
    document.querySelector('#token').textContent = answer.token;
    sayStatus(fill(say.signed, { ms: number(ms), bytes: number(showAssertion(answer.assertion)) }));
    await showAs(answer, () => sign(context));
  } catch (error) {
    if (mine === turn) sayStatus(error.message, true);
  }
};
const applySoon = (ms) => {
  clearTimeout(waiting);
  waiting = setTimeout(apply, ms);
};

form.addEventListener('input', ({ target }) => {
  try {
    if (target === json) readJson();
    else writeJson();
  } catch {
    clearTimeout(waiting);
    turn++;
    resetButton.hidden = false;
    return sayStatus(say.problems.json, true);
  }
  applySoon(target === json ? 400 : 0);
});
form.addEventListener('reset', (event) => {
  event.preventDefault();
  json.value = own;
  readJson();
  applySoon(0);
});
form.addEventListener('submit', (event) => event.preventDefault());

sayStatus(
  fill(say.asSignedIn, { bytes: number(showAssertion(document.querySelector('#assertion').textContent)) }),
);
