/** The URL that is made up where any will do (RFC 2606). */
export const madeAddress = 'user@example.com'
