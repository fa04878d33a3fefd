// @ts-check
/* Theme: applies the chosen light or dark theme before the page is drawn, so that it does not flash. A classic script,
   because modules run only after the page has been parsed. */

{
  let chosen = null;
  try {
    chosen = localStorage.getItem("ludotome-theme");
  } catch {
    // storage may be disabled; then the system's theme is used
  }
  if (chosen === "light" || chosen === "dark") document.documentElement.dataset.theme = chosen;
}
