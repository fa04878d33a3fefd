// @ts-check
/* Theme: applies the chosen light or dark theme before the page is drawn, so that nothing flashes. A classic script:
   modules run only after the page was read. */

{
  let chosen = null;
  try {
    chosen = localStorage.getItem("ludotome-theme");
  } catch {
    // storage may be switched off; the system's theme is used then
  }
  if (chosen === "light" || chosen === "dark") document.documentElement.dataset.theme = chosen;
}
