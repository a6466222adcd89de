import { AssayError } from '#engine/base/errors.ts'

/** A sign-in where nobody can sign in: AssayError `oauth-no-browser`, in the same words wherever it is found out. */
export const nobodySignsIn = (): AssayError =>
  new AssayError('oauth-no-browser', 'This step needs a person to sign in, and nobody is there to do it.', {
    hint: 'Run it in the page, on a terminal, or with assay run --interactive; leave it out with --tag or --case where nobody can sign in.',
  })
