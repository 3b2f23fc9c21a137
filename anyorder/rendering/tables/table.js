"use strict";
for (const section of document.querySelectorAll("section")) {
  const body = section.querySelector("tbody");
  const rows = [...body.rows];
  const heads = [...section.querySelectorAll("tr.heads th")];
  const search = section.querySelector("input[type=search]");
  const filters = [...section.querySelectorAll("tr.filters input")];
  const count = section.querySelector(".count");
  // What is searched is what the table says, without the derivations that are folded.
  const texts = rows.map(row => [...row.cells].map(cell => (cell.dataset.text ?? cell.textContent).toLowerCase()));
  const places = new Map(rows.map((row, place) => [row, place]));
  const compare = new Intl.Collator("en", { numeric: true }).compare;

  function show() {
    const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
    const wanted = filters.map(input => input.value.trim().toLowerCase());
    let shown = 0;
    rows.forEach((row, place) => {
      const cells = texts[place], all = cells.join("\n");
      const fits = words.every(word => all.includes(word)) && wanted.every((text, column) => cells[column].includes(text));
      row.hidden = !fits;
      shown += fits;
    });
    count.textContent = `${shown.toLocaleString("en")} of ${rows.length.toLocaleString("en")} rows`;
  }

  function sort(column) {
    const down = heads[column].getAttribute("aria-sort") === "ascending";
    heads.forEach(head => head.removeAttribute("aria-sort"));
    heads[column].setAttribute("aria-sort", down ? "descending" : "ascending");
    const key = row => row.cells[column].dataset.sort ?? texts[places.get(row)][column];
    const sorted = [...rows].sort((one, other) =>
      (down ? -1 : 1) * compare(key(one), key(other)) || places.get(one) - places.get(other));
    body.append(...sorted);
  }

  let later;
  for (const input of [search, ...filters])
    input.addEventListener("input", () => { clearTimeout(later); later = setTimeout(show, rows.length > 500 ? 120 : 0); });
  heads.forEach((head, column) => head.querySelector("button").addEventListener("click", () => sort(column)));
  section.querySelector("button.unfold").addEventListener("click", event => {
    const open = event.target.getAttribute("aria-pressed") !== "true";
    event.target.setAttribute("aria-pressed", open);
    event.target.textContent = open ? event.target.dataset.fold : event.target.dataset.unfold;
    for (const row of rows) if (!row.hidden) for (const one of row.querySelectorAll("details")) one.open = open;
  });
  show();
}
