// Adds messages to the inbox as they arrive, and says so.
const list = document.querySelector('.messages');
const arrived = document.querySelector('#arrived');

const check = async () => {
  if (document.hidden) return;
  const latest = list.querySelector('.message')?.dataset.id ?? '';
  const response = await fetch(`/inbox?after=${encodeURIComponent(latest)}`);
  if (response.status !== 200) return;
  // Our server has escaped what is in a message.
  list.insertAdjacentHTML('afterbegin', await response.text());
  for (const old of [...list.children].slice(20)) old.remove();
  list.firstElementChild.open = true;
  const link = Object.assign(document.createElement('a'), {
    href: '#inbox',
    textContent: arrived.dataset.say,
  });
  arrived.replaceChildren(link);
  setTimeout(() => link.remove(), 10_000);
};

arrived.addEventListener('click', () => arrived.replaceChildren());
setInterval(() => check().catch(() => {}), 3000);
