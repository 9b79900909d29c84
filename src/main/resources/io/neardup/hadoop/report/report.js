// Tables whose heads say data-sort can be sorted by a click on a head.
document.querySelectorAll('table[data-sortable]').forEach(function (table) {
  var body = table.tBodies[0];
  table.querySelectorAll('thead th').forEach(function (head, column) {
    var button = document.createElement('button');
    button.type = 'button';
    button.textContent = head.textContent;
    head.textContent = '';
    head.appendChild(button);
    button.addEventListener('click', function () {
      var first = head.classList.contains('n') ? 'descending' : 'ascending';
      var other = first === 'ascending' ? 'descending' : 'ascending';
      var order = head.getAttribute('aria-sort') === first ? other : first;
      table.querySelectorAll('thead th').forEach(function (one) { one.removeAttribute('aria-sort'); });
      head.setAttribute('aria-sort', order);
      var sign = order === 'ascending' ? 1 : -1;
      Array.from(body.rows)
        .sort(function (a, b) {
          var x = a.cells[column], y = b.cells[column];
          var by = head.classList.contains('n')
            ? Number(x.dataset.value) - Number(y.dataset.value)
            : x.textContent < y.textContent ? -1 : x.textContent > y.textContent ? 1 : 0;
          return sign * by;
        })
        .forEach(function (row) { body.appendChild(row); });
    });
  });
});
// The buttons that open and close all examples are of no use without this script.
document.querySelectorAll('.all').forEach(function (buttons) {
  buttons.hidden = false;
  buttons.addEventListener('click', function (event) {
    var button = event.target.closest('button');
    if (button) {
      document.querySelectorAll('details').forEach(function (one) { one.open = button.value !== ''; });
    }
  });
});
// On paper all is open.
addEventListener('beforeprint', function () {
  document.querySelectorAll('details').forEach(function (one) { one.open = true; });
});
