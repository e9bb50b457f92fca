// The inbox on the page. Everything in a message is text, and escaped.
import { text } from './text.mjs';

const lines = (items) =>
  items
    .filter(Boolean)
    .map((item) => `<p>${text(item)}</p>`)
    .join('');

const row = (cells, columns, tag) =>
  `<tr>${cells.map((cell, index) => `<${tag}${columns[index]?.is_number ? ' class="number"' : ''}>${text(cell)}</${tag}>`).join('')}</tr>`;

const labelsOf = (columns) => columns.map(({ label }) => label);

const table = ({ columns, rows, total, more_rows: more, note }, say) => `
  <div class="scroll" tabindex="0" role="group" aria-label="${text(say.table)}"><table>
    <thead>${row(labelsOf(columns), columns, 'th')}</thead>
    <tbody>${rows.map((cells) => row(cells, columns, 'td')).join('')}</tbody>
    ${total ? `<tfoot>${row(total, columns, 'td')}</tfoot>` : ''}
  </table></div>
  ${lines([note ?? (more > 0 && say.moreRows.replace('{count}', more))])}`;

const partOf = (id, kind, index) => `/inbox/part?message=${encodeURIComponent(id)}&amp;${kind}=${index}`;

const image = ({ alt, width, height }, address) =>
  `<img src="${address}" alt="${text(alt)}" width="${text(width)}" height="${text(height)}" loading="lazy">`;

// A KPI is a value; a chart has its table below it.
const tile = ({ title, description, value, image: chart, table: data, note }, { subject, address, say }) => `
  <figure>
    ${title === subject ? '' : `<figcaption>${text(title)}</figcaption>`}
    ${lines([description])}
    ${value ? `<p class="value"><b>${text(value.text)}</b> ${text([value.change, value.detail].filter(Boolean).join(' · '))}</p>` : ''}
    ${chart ? image(chart, address) : ''}
    ${chart && data ? `<details><summary>${text(say.table)}</summary>${table(data, say)}</details>` : ''}
    ${!chart && data ? table(data, say) : ''}
    ${lines([note])}
  </figure>`;

const words = ({ title, paragraphs, source }) =>
  `${title ? `<h4>${text(title)}</h4>` : ''}${lines([...paragraphs, source])}`;

const file = ({ filename, content }, address, say) =>
  content
    ? `<p><a href="${address}" download="${text(filename)}">${text(filename)}</a></p>`
    : lines([`${filename}: ${say.tooLarge}`]);

const message = (each, { language, say }) => {
  const { id, type, title, headline, sent_at: sentAt, username, filters = [], notes = [] } = each;
  const { sections = [], files = [], left_out: leftOut = 0, link } = each;
  // In the viewer's time zone; a test has no viewer.
  const when =
    each.made_at ?? new Date(sentAt).toLocaleString(language, { dateStyle: 'long', timeStyle: 'short' });
  return `
  <details class="message" data-id="${text(id)}">
    <summary>
      <b>${text(title)}</b><span class="kind" data-kind="${text(type)}">${text(say.kinds[type] ?? type)}</span>
      <time datetime="${text(sentAt)}">${text(when)}</time>
      ${headline ? `<span class="headline">${text(headline)}</span>` : ''}
    </summary>
    <div lang="${text(each.language ?? language)}">
      ${lines([username && say.for.replace('{username}', () => username), filters.join(' · '), ...notes])}
      ${files.map((each, index) => file(each, partOf(id, 'file', index), say)).join('')}
      ${sections.map((each, index) => (each.kind === 'text' ? words(each) : tile(each, { subject: title, address: partOf(id, 'image', index), say }))).join('')}
      ${lines([leftOut > 0 && say.leftOut.replace('{count}', leftOut)])}
      ${/^https?:/.test(link) ? `<p><a href="${text(link)}">${text(say.open)}</a></p>` : ''}
    </div>
  </details>`;
};

/** Messages, for their reader's language and in its words. */
export const renderMessages = (messages, reader) => messages.map((each) => message(each, reader)).join('');
