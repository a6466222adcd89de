/** How long a project's cookies are kept: each case, suite or run has a jar of its own. */
export const cookieScopes = ['case', 'suite', 'run'] as const
/** See {@link cookieScopes}. */
export type CookieScope = (typeof cookieScopes)[number]
