/** The placeholder URL (RFC 2606). */
export const madeAddress = 'user@example.com'
