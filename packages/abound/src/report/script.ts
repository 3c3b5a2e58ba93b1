// What a page does: switches between light and dark, and sorts, filters and pages the table of labels, whose rows it
// makes of the data in the page. Text goes into it by textContent alone. Without it the page shows the first rows.

export const SCRIPT = `'use strict';
(() => {
  const root = document.documentElement;
  const theme = document.querySelector('.theme');
  if (theme) {
    theme.hidden = false;
    const dark = matchMedia('(prefers-color-scheme: dark)');
    const isDark = () => (root.dataset.theme ? root.dataset.theme === 'dark' : dark.matches);
    const say = () => {
      theme.textContent = isDark() ? 'Light' : 'Dark';
      theme.setAttribute('aria-label', 'Show the page in ' + (isDark() ? 'light' : 'dark') + ' colours');
    };
    theme.addEventListener('click', () => {
      root.dataset.theme = isDark() ? 'light' : 'dark';
      say();
    });
    dark.addEventListener('change', say);
    say();
  }

  const data = document.getElementById('labels-data');
  const table = document.getElementById('labels-table');
  if (!data || !table) return;
  const { columns, rows } = JSON.parse(data.textContent);
  const body = table.tBodies[0];
  const heads = [...table.tHead.rows[0].cells];
  const tools = document.getElementById('labels-tools');
  const pages = document.getElementById('labels-pages');
  const [first, back, on, last] = pages.querySelectorAll('button');
  const where = document.getElementById('labels-where');
  const filter = document.getElementById('labels-filter');
  const size = 25;
  const names = rows.map((row) => row[0].toLowerCase());
  let order = rows.map((_, i) => i);
  let shown = order;
  let page = 0;
  let by = heads.findIndex((head) => head.getAttribute('aria-sort') !== 'none');
  let rising = false;

  const text = (value, kind) =>
    value === null ? '\\u2013' : kind === 'count' ? String(value).replace(/\\B(?=(\\d{3})+$)/g, ',') : value.toFixed(3);
  const make = (row) => {
    const line = document.createElement('tr');
    row.forEach((value, i) => {
      const cell = document.createElement(i === 0 ? 'th' : 'td');
      if (i === 0) {
        cell.scope = 'row';
        const name = document.createElement('bdi');
        name.textContent = value;
        cell.append(name);
      } else {
        cell.className = 'n';
        cell.textContent = text(value, columns[i]);
        if (columns[i] === 'bar') {
          const bar = document.createElement('span');
          const fill = document.createElement('i');
          bar.className = 'bar';
          bar.setAttribute('aria-hidden', 'true');
          fill.className = 'b' + Math.round(Math.min(1, Math.max(0, value || 0)) * 20);
          bar.append(fill);
          cell.append(bar);
        }
      }
      line.append(cell);
    });
    return line;
  };
  const draw = (all) => {
    const count = Math.max(1, Math.ceil(shown.length / size));
    page = Math.min(page, count - 1);
    const part = all ? shown : shown.slice(page * size, (page + 1) * size);
    body.replaceChildren(...part.map((i) => make(rows[i])));
    where.textContent = shown.length === 0
      ? 'no label has this in its name'
      : text(page * size + 1, 'count') + ' to ' + text(Math.min(shown.length, (page + 1) * size), 'count') +
        ' of ' + text(shown.length, 'count');
    first.disabled = back.disabled = page === 0;
    on.disabled = last.disabled = page === count - 1;
    pages.hidden = shown.length <= size && shown.length > 0 && rows.length <= size;
  };
  const sort = () => {
    const way = rising ? 1 : -1;
    order = rows.map((_, i) => i).sort((a, b) => {
      const x = rows[a][by];
      const y = rows[b][by];
      // What has no figure comes last, whichever way.
      if (x === null || y === null) return x === y ? a - b : x === null ? 1 : -1;
      return (by === 0 ? (names[a] < names[b] ? -1 : names[a] > names[b] ? 1 : 0) : x - y) * way || a - b;
    });
    heads.forEach((head, i) => {
      head.setAttribute('aria-sort', i !== by ? 'none' : rising ? 'ascending' : 'descending');
    });
  };
  const choose = () => {
    const wanted = filter.value.trim().toLowerCase();
    shown = wanted === '' ? order : order.filter((i) => names[i].includes(wanted));
    page = 0;
    draw();
  };
  heads.forEach((head, i) => {
    head.querySelector('button').addEventListener('click', () => {
      rising = i === by ? !rising : i === 0;
      by = i;
      sort();
      choose();
    });
  });
  filter.addEventListener('input', choose);
  const go = (to) => () => { page = to(); draw(); };
  first.addEventListener('click', go(() => 0));
  back.addEventListener('click', go(() => page - 1));
  on.addEventListener('click', go(() => page + 1));
  last.addEventListener('click', go(() => Math.ceil(shown.length / size) - 1));
  addEventListener('beforeprint', () => draw(shown.length <= 500));
  addEventListener('afterprint', () => draw());
  tools.hidden = false;
  sort();
  choose();
})();
`
