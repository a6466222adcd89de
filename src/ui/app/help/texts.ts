/** Texts of the help. */
export const helpTexts = {
  title: 'Help',
  pages: 'Pages',
  keys: 'Keyboard shortcuts',
  notices: 'Third-party notices',
  loading: 'Loading…',
  failed: (reason: string) => `Couldn't load this page: ${reason}`,
}
