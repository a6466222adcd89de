const texts = {
  title: 'Open Assay in its own tab',
  why: 'Another page shows Assay in a frame. It could cover the buttons, so that you allow something without seeing it.',
  open: 'Open in its own tab',
}

/** Whether the page is in a frame. Hosts that send `frame-ancestors` never get here (docs/hosting.md). */
export const isFramed = (): boolean => window.top !== window.self

/** Shows why the page doesn't run in a frame instead of what `main` contains, with a link that opens it in a tab. */
export function refuseFrame(main: Element): void {
  const title = document.createElement('h1')
  const why = document.createElement('p')
  const open = document.createElement('a')
  title.textContent = texts.title
  why.textContent = texts.why
  open.textContent = texts.open
  // Without what is behind the #: a pairing code is for the page that it was given to.
  Object.assign(open, { href: location.pathname + location.search, target: '_blank', rel: 'noopener' })
  main.replaceChildren(title, why, open)
}
