/**
 * The environment variable that holds a secret in a headless run: `ASSAY_SECRET_GET_TOKEN_CLIENT_SECRET` for
 * `get-token/client-secret`. Every character other than letters and digits becomes `_`.
 */
export const secretVariable = (id: string): string => `ASSAY_SECRET_${id.toUpperCase().replace(/[^A-Z0-9]/g, '_')}`
