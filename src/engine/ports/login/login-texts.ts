import { AssayError } from '#engine/base/errors.ts'

/** AssayError `oauth-no-browser`: no interactive sign-in is possible. */
export const nobodySignsIn = (): AssayError =>
  new AssayError('oauth-no-browser', "This step needs an interactive sign-in, which isn't available here.", {
    hint: 'Run the case in the page, in a terminal, or with assay run --interactive, or exclude it with --tag or --case.',
  })
